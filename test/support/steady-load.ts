import { Agent as HttpAgent, request as http, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as https } from 'node:https';

/** What a load has seen since it began, or since `begin` was called. */
export interface Seen {
  read: number;
  written: number;
  /** One line for each request that was not answered with 2xx. */
  failedReads: string[];
  failedWrites: string[];
}

export interface SteadyLoad {
  seen: Seen;
  /** The names of the objects that were answered with 201, and of those whose outcome is not known. */
  created: string[];
  unknown: string[];
  /** Begins a new account of what is seen. @returns the one before */
  begin(): Seen;
  /** Waits until so many more requests were answered. */
  more(requests: number): Promise<void>;
  /** Ends when each request under way has its answer. */
  stop(): Promise<void>;
}

const atOnce = 32;
const nothing = (): Seen => ({ read: 0, written: 0, failedReads: [], failedWrites: [] });

/**
 * Reads and creates objects of the type `things`, 32 at a time: every other caller on connections that it keeps, the
 * others on a new one for each request. None of them tries anything again.
 */
export function startSteadyLoad(url: string, token: string): SteadyLoad {
  const send = url.startsWith('https:') ? https : http;
  const kept = url.startsWith('https:')
    ? new HttpsAgent({ keepAlive: true })
    : new HttpAgent({ keepAlive: true });
  const created: string[] = [];
  const unknown: string[] = [];
  const waiting: Array<{ at: number; resolve: () => void }> = [];
  let seen = nothing();
  let answered = 0;
  let isStopping = false;

  const ask = (method: string, path: string, isKept: boolean, body?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = send(
        `${url}${path}`,
        {
          method,
          agent: isKept ? kept : false,
          rejectUnauthorized: false,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
          },
        },
        async (response: IncomingMessage) => {
          try {
            const text = (await response.toArray()).join('');
            resolve({ status: response.statusCode as number, text });
          } catch (error) {
            reject(error);
          }
        },
      );
      sent.on('error', reject).end(body);
    });

  async function caller(number: number): Promise<void> {
    const isKept = number % 2 === 0;
    for (let turn = 0; !isStopping; turn++) {
      const isWrite = (turn + (number >> 1)) % 2 === 0;
      const name = `${number}-${turn}`;
      const body = isWrite ? JSON.stringify({ properties: { name } }) : undefined;
      const failed = isWrite ? seen.failedWrites : seen.failedReads;
      try {
        const path = isWrite ? '/v1/objects/things' : '/v1/object-types/things';
        const { status, text } = await ask(isWrite ? 'POST' : 'GET', path, isKept, body);
        if (status >= 300) throw new Error(`${status} ${text.slice(0, 200)}`);
        if (isWrite) created.push(name);
        seen[isWrite ? 'written' : 'read'] += 1;
      } catch (error) {
        if (isWrite) unknown.push(name);
        failed.push(`${isKept ? 'kept' : 'new'} ${(error as Error).message}`);
      }
      answered += 1;
      for (const one of waiting.splice(0))
        if (answered >= one.at) one.resolve();
        else waiting.push(one);
    }
  }

  const callers = Array.from({ length: atOnce }, (_, number) => caller(number));
  return {
    get seen() {
      return seen;
    },
    created,
    unknown,
    begin() {
      const before = seen;
      seen = nothing();
      return before;
    },
    more: (requests) =>
      new Promise((resolve) => waiting.push({ at: answered + requests, resolve })),
    async stop() {
      isStopping = true;
      await Promise.all(callers);
      kept.destroy();
    },
  };
}
