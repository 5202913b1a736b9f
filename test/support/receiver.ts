import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from './until.ts';

/** A request to a receiver of webhooks: headers and the bytes of the body. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders & Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: an event, whose data are anybody's
  event: any;
}

type Answer = number | ((res: ServerResponse, received: Received) => unknown);

/** A server on loopback that webhooks are sent to. */
export interface Receiver {
  url: string;
  received: Received[];
  /** How the next ones are answered, one after the other; with 200 when there is nothing left. */
  answers: Answer[];
  /** How all are answered that nothing else is said of. */
  otherwise: Answer;
  /** Waits until so many have come. */
  until(count: number, seconds?: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    const headers = req.headers as Received['headers'];
    const one = { path: req.url ?? '', headers, body, event: JSON.parse(body) };
    receiver.received.push(one);
    const answer = receiver.answers.shift() ?? receiver.otherwise;
    if (typeof answer === 'number') res.writeHead(answer).end();
    else await answer(res, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answers: [],
    otherwise: 200,
    until: (count, seconds) =>
      until(
        async () => receiver.received,
        ({ length }) => length >= count,
        seconds,
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}

/** A delivery as the library of Standard Webhooks reads it. @throws when it does not trust it */
export const verify = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>) =>
  new Webhook(secret).verify(body, headers);
