import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** An answer as it came over a socket; 1xx ones count. */
export interface WireAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
}

/** A connection on which a test says, byte by byte, what no HTTP client would. */
export interface Wire {
  socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** Waits for so many answers. */
  answers(count: number): Promise<WireAnswer[]>;
  /** Waits until the server has ended the connection. @returns all that it had answered */
  ended(): Promise<WireAnswer[]>;
}

/** Connects; closed when the test has ended. */
export async function openWire({ url }: Pick<TestServer, 'url'>): Promise<Wire> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  let text = '';
  let hasEnded = false;
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('end', () => {
    hasEnded = true;
  });
  socket.on('error', () => {
    hasEnded = true;
  });
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    answers: (count) =>
      until(
        async () => parseAnswers(text),
        (answers) => answers.length >= count,
      ),
    async ended() {
      await until(
        async () => hasEnded,
        (it) => it,
      );
      return parseAnswers(text);
    },
  };
}

/** Says something on a connection of its own. @returns what was answered when the server has ended it */
export async function exchange(
  server: Pick<TestServer, 'url'>,
  bytes: string | Uint8Array,
): Promise<WireAnswer[]> {
  const wire = await openWire(server);
  wire.send(bytes);
  return wire.ended();
}

/** The head of a request, without the empty line that ends it. */
export function head(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'test', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n`;
}

function parseAnswers(text: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) break;
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
