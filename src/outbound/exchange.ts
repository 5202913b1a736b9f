import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { OutboundError } from './error.ts';
import { isOfConnection } from './headers.ts';

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For the whole exchange, from the question for the address to the last byte. */
  timeoutMs?: number;
  /** More of the answer than this is an error, or is left unread. */
  maxBytes?: number;
  /** The answer ends after `maxBytes`: for callers that only need its beginning. */
  isBeginningEnough?: boolean;
  /** Ends the exchange early. */
  signal?: AbortSignal;
  /** For what trust is put in: http is spoken only with addresses in OUTBOUND_ALLOW_CIDRS. */
  isTrusted?: boolean;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer whose body is read as it comes; leaving it early ends the connection. */
export interface OutboundStream {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Buffer>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const maxHeaderBytes = 16 * 1024;

/**
 * Checks a request: a method that only speaks HTTP, headers that cannot become something else.
 * @throws OutboundError
 */
export function checkRequest({ method = 'GET', headers = {} }: OutboundRequest): void {
  if (!methods.has(method))
    throw new OutboundError(`${JSON.stringify(method)} is not a method that can be used here.`);
  for (const [name, value] of Object.entries(headers)) {
    if (isOfConnection(name) || !isHeader(name, value))
      throw new OutboundError(`The header ${JSON.stringify(name.slice(0, 100))} cannot be sent.`);
  }
}

function isHeader(name: string, value: string): boolean {
  try {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Sends a request to addresses that were checked, and reads the answer as far as it is wanted. */
export async function exchange(
  url: URL,
  addresses: string[],
  request: OutboundRequest & { maxBytes: number },
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { body: parts, ...answer } = await open(url, addresses, request, signal);
  const chunks: Buffer[] = [];
  for await (const chunk of parts) chunks.push(chunk);
  // An answer without a length ends with its connection, also where we have ended that.
  signal.throwIfAborted();
  return { ...answer, body: Buffer.concat(chunks).subarray(0, request.maxBytes) };
}

/** Sends a request to addresses that were checked; the caller reads the answer. */
export async function open(
  url: URL,
  addresses: string[],
  request: OutboundRequest & { maxBytes: number },
  signal: AbortSignal,
): Promise<OutboundStream> {
  const answer = await send(url, addresses, request, signal);
  return {
    status: answer.statusCode ?? 0,
    headers: flat(answer),
    body: readAtMost(answer, request),
  };
}

function send(
  url: URL,
  addresses: string[],
  { method = 'GET', headers = {}, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const first = found[0] as (typeof found)[0];
  return new Promise((resolve, reject) => {
    const { request, Agent } = url.protocol === 'https:' ? https : http;
    const outgoing = request(
      url,
      {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal,
        // A pool of its own: no connection, TLS session or proxy of the environment is shared.
        agent: new Agent({ keepAlive: false }),
        maxHeaderSize: maxHeaderBytes,
        insecureHTTPParser: false,
        rejectUnauthorized: true,
        // Connects to what was checked, under the name that was asked for: no second look-up could change its mind.
        lookup: (_host, options, done) =>
          options.all ? done(null, found) : done(null, first.address, first.family),
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new OutboundError(`${url.host} asked to switch to another protocol.`));
    });
    outgoing.end(body);
  });
}

async function* readAtMost(
  answer: IncomingMessage,
  { maxBytes, isBeginningEnough }: OutboundRequest & { maxBytes: number },
): AsyncGenerator<Buffer> {
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes && !isBeginningEnough)
      throw new OutboundError(`The answer is larger than ${maxBytes} bytes.`);
    yield chunk;
    if (isBeginningEnough && size >= maxBytes) break;
  }
}

const flat = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
