import type { ApiClient } from '../api-client.ts';
import { quote } from './curl.ts';
import { deleteType } from './delete-type.ts';
import { scratchType } from './questions/deleting.ts';

/** An event that was heard while it happened. */
export interface Heard {
  event: string;
  /** The id of its subject. */
  id: string;
  changed: string[] | null;
  /** From the answer of the write to its event; what came before the answer is 0. */
  ms: number;
}

/** The line that hears the same in another terminal. */
export const listenLine = ({ url, token }: ApiClient): string =>
  `curl -N ${quote(`${url}/events/stream`)} -H ${quote(`Authorization: Bearer ${token}`)}`;

const patienceMs = 10_000;

/**
 * Subscribes to all events, writes to an object type of its own, and hands out what is heard of it, in order. The type
 * goes at the end.
 * @throws Error when the server does not open the connection, or an event does not come
 */
export async function* live(client: ApiClient): AsyncGenerator<Heard> {
  const { id: tenant } = await client.data('GET', '/v1/tenants/current');
  const query = new URLSearchParams({ token: client.token, tenant_id: tenant });
  const inbox = new Inbox(`${client.url.replace(/^http/, 'ws')}/v1/realtime?${query}`);
  try {
    await inbox.subscribe('events');
    const path = `/v1/objects/${scratchType}`;
    await client.data('POST', '/v1/object-types', { name: scratchType });
    yield await inbox.next('object_type.created', performance.now());
    const { id } = await client.data('POST', path, { properties: { note: 'made just now' } });
    yield await inbox.next('object.created', performance.now());
    await client.data('PATCH', `${path}/${id}`, { properties: { note: 'changed' } });
    yield await inbox.next('object.updated', performance.now());
    await client.data('DELETE', `${path}/${id}`);
    yield await inbox.next('object.deleted', performance.now());
    await client.data('POST', '/v1/events', { event_type: 'demo.finished' });
    yield await inbox.next('custom.demo.finished', performance.now());
  } finally {
    inbox.close();
    await deleteType(client, scratchType);
  }
}

interface Message {
  type: string;
  event?: string;
  data?: { id?: string; event_type?: string };
  changed?: string[] | null;
  message?: string;
  at: number;
}

/** The messages of a WebSocket, to be asked for. */
class Inbox {
  private readonly socket: WebSocket;
  private readonly messages: Message[] = [];
  private wake = () => {};

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.addEventListener('message', ({ data }) => {
      this.messages.push({ ...JSON.parse(String(data)), at: performance.now() });
      this.wake();
    });
    this.socket.addEventListener('error', () => {
      this.messages.push({ type: 'error', message: 'no connection', at: performance.now() });
      this.wake();
    });
  }

  async subscribe(channel: string): Promise<void> {
    await this.take(({ type }) => type === 'connected');
    this.socket.send(JSON.stringify({ type: 'subscribe', id: '1', channel }));
    await this.take(({ type }) => type === 'subscribed');
  }

  async next(event: string, answeredAt: number): Promise<Heard> {
    const message = await this.take((one) => one.event === event);
    return {
      event,
      id: message.data?.id ?? message.data?.event_type ?? '',
      changed: message.changed ?? null,
      ms: Math.max(0, message.at - answeredAt),
    };
  }

  close(): void {
    this.socket.close();
  }

  private async take(isWanted: (message: Message) => boolean): Promise<Message> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const at = this.messages.findIndex((one) => isWanted(one) || one.type === 'error');
      const found = at < 0 ? undefined : this.messages.splice(0, at + 1).at(-1);
      if (found?.type === 'error') throw new Error(`The live events failed: ${found.message}`);
      if (found) return found;
      const left = end - performance.now();
      if (left <= 0) throw new Error('No event arrived for what was just written.');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
