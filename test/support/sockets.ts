import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a server sends is looked at, not typed
type Message = any;

/** A client of /v1/realtime that keeps whatever it hears. */
export interface Socket {
  ws: WebSocket;
  messages: Message[];
  /** The code and reason with which it was closed. */
  closed: Promise<{ code: number; reason: string }>;
  say(message: object): void;
  /** The first message of which all that is given holds, once it is there. */
  message(like: object): Promise<Message>;
  /** Subscribes, and waits for the answer: `subscribed` or `error`. */
  subscribe(channel: string, options?: object): Promise<Message>;
  /** The events of a channel (all, when none is named). */
  events(channel?: string): Message[];
  close(): Promise<void>;
}

const open = new Set<WebSocket>();

const holds = (message: Message, like: object): boolean =>
  Object.entries(like).every(([name, value]) => message[name] === value);

export const socketUrl = (
  { url }: { url: string },
  query: Record<string, string | undefined>,
): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return `${url.replace('http', 'ws')}/v1/realtime?${new URLSearchParams(given)}`;
};

/** Connects, and waits for `connected`. @throws when it is refused */
export async function openSocket(
  server: { url: string },
  query: Record<string, string | undefined>,
): Promise<Socket> {
  const ws = new WebSocket(socketUrl(server, query), { perMessageDeflate: false });
  open.add(ws);
  const messages: Message[] = [];
  ws.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await once(ws, 'open');
  ws.on('error', () => {});
  const message: Socket['message'] = (like) =>
    until(
      async () => messages.find((one) => holds(one, like)),
      (found) => found !== undefined,
    ).catch(() => {
      throw new Error(`${JSON.stringify(like)} is not among ${JSON.stringify(messages)}`);
    });
  let count = 0;
  await message({ type: 'connected' });
  const say = (what: object) => ws.send(JSON.stringify(what));
  return {
    ws,
    messages,
    closed,
    say,
    message,
    subscribe(channel, options = {}) {
      const id = `s${++count}`;
      say({ type: 'subscribe', id, channel, ...options });
      return message({ id });
    },
    events: (channel) =>
      messages.filter(
        (one) => one.type === 'event' && (channel === undefined || one.channel === channel),
      ),
    async close() {
      ws.close();
      await closed;
    },
  };
}

/** The answer of the server to a handshake that it refuses. */
export async function refusedSocket(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string; headers: Record<string, unknown> }> {
  const ws = new WebSocket(url, { headers });
  ws.on('error', () => {});
  const answered = once(ws, 'unexpected-response').then(([request, response]) => ({
    request,
    response,
  }));
  const opened = once(ws, 'open').then(() => undefined);
  const first = await Promise.race([answered, opened]);
  if (!first) {
    ws.terminate();
    return { status: 101, code: 'none', headers: {} };
  }
  let body = '';
  for await (const chunk of first.response) body += chunk;
  first.request.destroy();
  const { statusCode, headers: got } = first.response;
  return { status: statusCode, code: JSON.parse(body).error.code, headers: got };
}

/** Ends what a test has left open. */
export function closeSockets(): void {
  for (const ws of open) ws.terminate();
  open.clear();
}
