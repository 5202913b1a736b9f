import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { faultOf } from './fault.ts';
import { type Callers, type Document, type Request, Requests } from './requests.ts';

/** A thread of its own that makes the requests, sends them, and says which answers are wrong. */

export interface FuzzerData {
  url: string;
  document: Document;
  seed: number;
}
/** A stretch of requests to be sent. */
export interface Stretch {
  from: number;
  to: number;
  callers: Callers;
  params: Record<string, string>;
}
/** The results of a stretch: how often each status was answered, and the faults. */
export interface Came {
  statuses: Record<string, number>;
  faults: string[];
}

const atOnce = 16;
const longestMs = 60_000;
const { url, document, seed } = workerData as FuzzerData;
const requests = new Requests(document, seed);
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

interface Answer {
  status: number;
  type: string;
  text: string;
}

function send(made: Request, way: Agent | false = agent): Promise<Answer> {
  const { method, path, headers, body } = made;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(url);
  const sent = request({ agent: way, hostname, port, path, method, headers, timeout: longestMs });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The server may close a connection that was kept, in the moment in which it is used again (RFC 9112, 9.5).
    if (sent.reusedSocket && error.code === 'ECONNRESET' && way)
      send(made, false).then(resolve, reject);
    else reject(error);
  });
  sent.on('timeout', () => sent.destroy(new Error(`no answer within ${longestMs} ms`)));
  // Whatever another protocol would be spoken on.
  sent.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve({ status: response.statusCode ?? 0, type: '', text: '' });
  });
  sent.on('response', (response) => {
    const status = response.statusCode ?? 0;
    const type = response.headers['content-type'] ?? '';
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.length < 100_000) text += chunk;
    });
    response.on('error', reject);
    response.on('end', () => resolve({ status, type, text }));
    // A stream of events has no end.
    if (type.startsWith('text/event-stream')) {
      response.destroy();
      resolve({ status, type, text });
    }
  });
  sent.end(body);
  return promise;
}

const shown = ({ method, path, headers, body }: Request) =>
  JSON.stringify({ method, path, headers, body: body?.toString().slice(0, 2_000) });

async function run({ from, to, callers, params }: Stretch): Promise<Came> {
  const came: Came = { statuses: {}, faults: [] };
  let next = from;
  const one = async () => {
    for (let n = next++; n < to; n = next++) {
      const made = requests.make(n, callers, params);
      let fault: string | undefined;
      try {
        const answer = await send(made);
        came.statuses[answer.status] = (came.statuses[answer.status] ?? 0) + 1;
        fault = faultOf(made, answer);
      } catch (error) {
        // A request that Node refuses to send was none; one that the server ended has to be looked at.
        const { code, message } = error as NodeJS.ErrnoException;
        if (!code?.startsWith('ERR_')) fault = `no answer: ${message}`;
      }
      if (fault)
        came.faults.push(
          `seed ${seed}, request ${n}, ${made.operation.id}: ${fault}\n${shown(made)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return came;
}

parentPort?.on('message', async (stretch: Stretch) => parentPort?.postMessage(await run(stretch)));
