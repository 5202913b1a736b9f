import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { AddressPolicy } from './addresses.ts';

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For the whole exchange. */
  timeoutMs?: number;
  /** More of the answer than this is an error. */
  maxBytes?: number;
  /** For what trust is put in: http is spoken only with addresses in OUTBOUND_ALLOW_CIDRS. */
  isTrusted?: boolean;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A call to the outside was refused, or failed. The message says why, and may be shown. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

/** Ports where other protocols listen that a request could be mistaken in. */
const closedPorts = new Set([22, 25, 53, 111, 135, 139, 445, 2049, 3306, 5432, 6379, 9200, 11211]);
const defaults = { timeoutMs: 15_000, maxBytes: 64 * 1024 };

/**
 * The only way out of the process by HTTP. It reaches public addresses, and private ones that the operator has opened;
 * it connects to the very address that was checked, follows no redirect, and reads so much and no longer.
 */
export class Outbound {
  private readonly policy: AddressPolicy;

  constructor(allowCidrs: string[]) {
    this.policy = new AddressPolicy(allowCidrs);
  }

  /**
   * Whether a URL may be called at all, as far as it shows by itself; a host name is looked up when it is called.
   * @throws OutboundError
   */
  check(text: string): URL {
    if (text.length > 2000 || !URL.canParse(text)) throw new OutboundError('It is not a URL.');
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new OutboundError('Only http and https are spoken.');
    if (url.username || url.password)
      throw new OutboundError('A URL with a user name or password is not called.');
    if (closedPorts.has(Number(url.port))) throw new OutboundError(`Port ${url.port} is closed.`);
    const host = bareHost(url);
    if (isIP(host) ? !this.policy.isAllowed(host) : isLocalName(host) && !this.opensLoopback())
      throw notAllowed(host);
    return url;
  }

  /** @throws OutboundError when the target is refused, away, too slow or too talkative; any status is an answer */
  async fetch(text: string, request: OutboundRequest = {}): Promise<OutboundAnswer> {
    const url = this.check(text);
    const address = await this.resolve(bareHost(url));
    if (request.isTrusted && url.protocol === 'http:' && !this.policy.isOpened(address))
      throw new OutboundError(`${url.host} must be reached by https.`);
    const { timeoutMs, maxBytes } = { ...defaults, ...request };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await send(url, address, request, signal);
      const body = await readAtMost(answer, maxBytes);
      return { status: answer.statusCode ?? 0, headers: flat(answer), body };
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (signal.aborted) throw new OutboundError(`${url.host} did not answer in time.`);
      throw new OutboundError(`${url.host} cannot be reached.`, { cause: error });
    }
  }

  private opensLoopback(): boolean {
    return this.policy.isAllowed('127.0.0.1');
  }

  /** One address of a host, when all of them may be reached. */
  private async resolve(host: string): Promise<string> {
    if (isIP(host)) return host;
    const found = await lookup(host, { all: true }).catch(() => []);
    if (found.length === 0) throw new OutboundError(`${host} cannot be found.`);
    if (!found.every(({ address }) => this.policy.isAllowed(address))) throw notAllowed(host);
    return (found[0] as { address: string }).address;
  }
}

const notAllowed = (host: string) =>
  new OutboundError(
    `${host} is no public address. The operator opens private ranges with OUTBOUND_ALLOW_CIDRS.`,
  );

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isLocalName = (host: string): boolean =>
  /(^|\.)(localhost|local|internal|localdomain)$/i.test(host);

function send(
  url: URL,
  address: string,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    // Connects to what was checked, under the name that was asked for: no second look-up could change its mind.
    const family = isIP(address);
    const outgoing = request(
      url,
      {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        signal,
        agent: false,
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function readAtMost(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > maxBytes) {
      answer.destroy();
      throw new OutboundError(`The answer is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const flat = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
