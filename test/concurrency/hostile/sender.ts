import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { type Document, type Operation, operationsOf } from './operations.ts';

/** A thread of its own that makes and sends the bodies, so that the server's thread has only the server to do. */

export interface SenderData {
  url: string;
  document: Document;
  /** By scope. */
  tokens: Record<string, string>;
  /** Of users: each operation of users gets one of its own. */
  users: string[];
  /** Of the path. */
  params: Record<string, string>;
}
/** Asks for bodies to be made, and then sent; by their names. */
export type ToSender = { make: string[] } | 'send';
export interface Sent {
  name: string;
  status: number;
  code: string;
  bytes: number;
}

/** A sender that waits longer leaves: by then the thread has done its part, or has not, and something else computes. */
const longestMs = 5_000;
/** The status of what was left. */
export const left = -1;

const data = workerData as SenderData;
const operations = operationsOf(data.document);
const all = new Map(
  operations.flatMap((operation) =>
    operation.bodies.map((body) => [body.name, { operation, body }] as const),
  ),
);
const ofUsers = operations.filter(({ scope }) => scope === 'user');
const agent = new Agent({ keepAlive: true });
let addresses = 0;
let made: Array<() => Promise<Sent>> = [];

function prepare(name: string): () => Promise<Sent> {
  const found = all.get(name);
  if (!found) throw new Error(`no body is called ${name}`);
  const { operation, body } = found;
  const bytes = Buffer.from(body.make());
  return () => send(name, operation, body.type, bytes);
}

const tokenOf = (operation: Operation) =>
  operation.scope === 'user'
    ? data.users[ofUsers.indexOf(operation)]
    : (data.tokens[operation.scope] ?? data.tokens.tenant);

function send(name: string, operation: Operation, type: string, bytes: Buffer): Promise<Sent> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(data.params[parameter] ?? parameter),
  );
  const n = ++addresses;
  const headers = {
    authorization: `Bearer ${tokenOf(operation)}`,
    'x-tenant-id': data.params.own_tenant,
    'x-forwarded-for': `100.${64 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
    'content-type': type,
    'content-length': bytes.length,
    ...(type === 'application/offset+octet-stream'
      ? { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-length': bytes.length }
      : {}),
  };
  const { promise, resolve } = Promise.withResolvers<Sent>();
  const signal = AbortSignal.timeout(longestMs);
  const failed = (error: Error) =>
    resolve({ name, status: signal.aborted ? left : 0, code: error.message, bytes: bytes.length });
  const sent = request(data.url + path, { agent, method: operation.method, headers, signal });
  sent.on('error', failed);
  sent.on('response', (response) => {
    let start = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      if (start.length < 2_000) start += chunk;
    });
    response.on('error', failed);
    response.on('end', () => {
      const code = /"code":"(\w+)"/.exec(start)?.[1] ?? '';
      resolve({ name, status: response.statusCode ?? 0, code, bytes: bytes.length });
    });
  });
  sent.end(bytes);
  return promise;
}

parentPort?.on('message', async (message: ToSender) => {
  if (message === 'send') parentPort?.postMessage(await Promise.all(made.map((one) => one())));
  else {
    made = message.make.map(prepare);
    parentPort?.postMessage('made');
  }
});
parentPort?.postMessage(operations.map(({ id, bodies }) => [id, bodies.map(({ name }) => name)]));
