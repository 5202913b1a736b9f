import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Audience, Rights } from '../../tools/realtime/audience.ts';
import { type Channel, keyOf } from '../../tools/realtime/channels.ts';
import type { Admitted } from '../../tools/realtime/connection.ts';
import type { Feed } from '../../tools/realtime/feed.ts';
import type { Hub } from '../../tools/realtime/hub.ts';
import { Backlog, drained, type Outlet } from '../../tools/realtime/outlet.ts';
import { withPermission } from '../../tools/realtime/permission.ts';
import { type Format, type Frame, placeOf } from '../../tools/realtime/row.ts';
import { goLive, type Subscription } from '../../tools/realtime/subscription.ts';
import { EventQueue } from './event-queue.ts';
import type { ChangeEvent, Listener, Wish } from './subscriptions.ts';

/** Which subscription an event is for, and the event. */
const format: Format = {
  name: 'graphql ',
  event: ({ event }, channel) => Buffer.from(`${channel}\n${event}`),
};

/** Events that wait to be answered, of a subscription; the client can go on with `since`. */
const mostWaiting = 1_000;

/** The answer of api.realtime_subscribe. */
interface Subscribed extends Rights {
  type?: string;
  since: string | null;
}

interface Heard {
  channel: Channel;
  subscription: Subscription;
  queue: EventQueue<ChangeEvent>;
}

/** The listener of a GraphQL WebSocket: an outlet of the hub, with a channel for each subscription. */
export class Listening implements Outlet, Listener {
  readonly id = `conn_${randomUUID().replaceAll('-', '')}`;
  readonly format = format;
  readonly ended: Promise<void>;
  isClosed = false;
  private readonly ws: WebSocket;
  private readonly socket: Duplex;
  private readonly hub: Hub;
  private readonly audience: Audience;
  private readonly feed: Feed;
  private readonly expiresAt: number;
  private readonly backlog: Backlog;
  private readonly heard = new Map<string, Heard>();
  private count = 0;
  private pingedAt = Date.now();
  private heardAt = Date.now();

  constructor(ws: WebSocket, socket: Duplex, who: Admitted, hub: Hub) {
    this.ws = ws;
    this.socket = socket;
    this.hub = hub;
    this.expiresAt = who.expiresAt ?? Number.POSITIVE_INFINITY;
    this.backlog = new Backlog(hub.limits);
    [this.audience, this.feed] = hub.enter(this, who);
    this.ended = new Promise((resolve) => ws.once('close', resolve));
    for (const sign of ['message', 'ping', 'pong'])
      ws.on(sign, () => {
        this.heardAt = Date.now();
      });
    ws.once('close', () => this.end());
  }

  /** @throws ApiError for a type or filter that is not there, or not for this caller */
  async listen({ type, object, filter, since }: Wish): Promise<EventQueue<ChangeEvent>> {
    if (this.heard.size >= this.hub.limits.channels)
      throw ApiError.invalid(
        'subscription',
        'too_many',
        `would exceed the ${this.hub.limits.channels} subscriptions that a connection may have`,
      );
    const name = String(++this.count);
    const kind = object === undefined ? 'objects' : 'object';
    const channel: Channel = {
      name,
      kind,
      permission: 'objects:read',
      type,
      ...(object === undefined ? {} : { object }),
    };
    const joining = this.feed.join();
    let answered: Subscribed;
    try {
      const credential = withPermission(this.audience.credential, channel.permission);
      answered = JSON.parse(
        await this.audience.ask(
          'realtime_subscribe',
          { kind, type, object, filter, since },
          credential,
        ),
      );
    } catch (error) {
      joining.end();
      throw error;
    }
    const { since: from, seq, past, type: id = type } = answered;
    const subscription: Subscription = {
      channel: name,
      key: keyOf(channel, id),
      ...(filter === undefined ? {} : { filter: JSON.stringify({ type: id, filter }) }),
      ...(from === null && past.length > 0 ? { past: new Set(past) } : {}),
      outlet: this,
      place: placeOf(from ?? seq),
    };
    const queue = new EventQueue<ChangeEvent>(() => this.forget(name));
    this.heard.set(name, { channel: { ...channel, type: id }, subscription, queue });
    const { audience } = this;
    const start = { audience, joining, seq: from ?? seq, isPresent: from === null };
    goLive(subscription, start).catch((error) => queue.fail(error));
    if (this.isClosed) this.end();
    return queue;
  }

  push({ bytes }: Frame): void {
    const text = bytes.toString();
    const at = text.indexOf('\n');
    const queue = this.heard.get(text.slice(0, at))?.queue;
    if (!queue) return;
    queue.push(JSON.parse(text.slice(at + 1)));
    if (queue.size > mostWaiting) this.close(1012, 'behind: connect again with since');
  }

  flush(): void {
    this.checkBacklog();
  }

  drained(): Promise<void> {
    return drained(this.socket);
  }

  *channels(): Iterable<string> {
    for (const { channel } of this.heard.values())
      yield ['objects', channel.type, channel.object].filter(Boolean).join(':');
  }

  watched(): Channel[] {
    // An object may come back into view: it is its type that must be readable.
    return [...this.heard.values()].map(({ channel }) => ({ ...channel, kind: 'objects' }));
  }

  lose(channels: readonly string[]): void {
    for (const name of channels)
      this.heard
        .get(name)
        ?.queue.fail(new ApiError('FORBIDDEN', 'You may not see these objects any more.'));
  }

  /** Ends the connection for an error that concerns all of it. */
  fail(thrown: unknown): void {
    const { status, code } = toApiError(thrown);
    this.close(status === 401 ? 4401 : 4500, code);
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.ws.close(code, reason.slice(0, 120));
    // A client that does not read would not read this either.
    if (this.socket.writableLength > this.hub.limits.bufferedBytes) this.ws.terminate();
  }

  tick(now: number): void {
    this.checkBacklog();
    if (this.isClosed) return;
    const { idleMs, pingMs } = this.hub.limits;
    if (now >= this.expiresAt) this.close(4401, 'TOKEN_EXPIRED');
    else if (now - this.heardAt > idleMs) this.close(4408, 'idle');
    else if (now - this.pingedAt > pingMs) {
      this.pingedAt = now;
      this.ws.ping();
    }
  }

  private checkBacklog(): void {
    if (this.backlog.isTooMuch(this.socket.writableLength)) this.ws.terminate();
  }

  private forget(name: string): void {
    const one = this.heard.get(name);
    if (!one) return;
    this.heard.delete(name);
    one.subscription.isEnded = true;
    this.audience.remove(one.subscription);
  }

  private end(): void {
    this.isClosed = true;
    for (const { queue } of [...this.heard.values()]) void queue.return();
    this.hub.leave(this, this.audience);
  }
}
