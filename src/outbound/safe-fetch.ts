import { isIP } from 'node:net';
import type { Config } from '../ground/config/config.ts';
import { ApiError } from '../ground/errors.ts';
import { outboundRequests } from '../ground/machine/counters.ts';
import { inSpan, tracing } from '../ground/tracing/tracing.ts';
import { AddressPolicy } from './addresses.ts';
import { OutboundError } from './error.ts';
import {
  checkRequest,
  exchange,
  type OutboundAnswer,
  type OutboundRequest,
  type OutboundStream,
  open,
} from './exchange.ts';
import { HeldError, MutedError, neverHeld, type OutboundHold, UnsentError } from './hold.ts';
import { OwnDoors, ownUrls } from './own.ts';
import { addressesOf } from './resolve.ts';
import { hostOf, isInternalName, isLocalhost, parseTarget, portOf } from './target.ts';

export type { OutboundAnswer, OutboundRequest, OutboundStream };
export { HeldError, MutedError, OutboundError, UnsentError };

const defaults = { timeoutMs: 15_000, maxBytes: 64 * 1024 };
/** The longest wait for the DNS when a URL is stored. */
const lookUpMs = 2_500;

/** The way out of a process, which does not lead back into it. */
export const outboundOf = (config: Config, hold?: OutboundHold): Outbound =>
  new Outbound(config.outboundAllowCidrs, { own: ownUrls(config), hold });

/** The way out of one tenant, where it is asked each time whether anything may leave it. */
export interface TenantOutbound {
  /**
   * @throws OutboundError when the target is refused, away, too slow or too talkative; any status is an answer
   * @throws UnsentError while nothing may leave
   */
  fetch(text: string, request?: OutboundRequest): Promise<OutboundAnswer>;
  /** As `fetch`, for an answer that is read as it comes. @throws OutboundError, also while it is read */
  stream(text: string, request?: OutboundRequest): Promise<OutboundStream>;
  /**
   * As `checkedAddresses`, to connect to them now.
   * @throws UnsentError while nothing may leave
   */
  addressesToReach(host: string, port: number): Promise<string[]>;
}

/** The part that makes a call, for metrics and traces. */
export type OutboundKind =
  | 'action'
  | 'ai'
  | 'billing'
  | 'captcha'
  | 'function'
  | 'integration'
  | 'oauth'
  | 'password'
  | 'route'
  | 'saml'
  | 'sms'
  | 'webhook';

/** The purpose of a call, and the condition on which it may leave. */
interface Leave {
  kind: OutboundKind;
  /** Before anything leaves. @throws UnsentError */
  requireOpen(): Promise<void>;
}

/** Those that hear of the trace that a call belongs to, with OTEL_PROPAGATE. */
const toldOfTraces: ReadonlySet<OutboundKind> = new Set(['ai', 'webhook']);

/** The host, and nothing else of a URL: paths and query strings contain tokens. */
const attributesOf = ({ kind }: Leave, text: string) => ({
  'insula.kind': kind,
  'server.address': URL.parse(text)?.hostname,
});

/** Calls addresses that were checked. */
type Work<T> = (
  url: URL,
  addresses: string[],
  limits: OutboundRequest & typeof defaults,
  signal: AbortSignal,
) => Promise<T>;

/**
 * The only way out of the process by HTTP. It reaches public addresses, and private ones that the operator has opened;
 * it connects to the very addresses that were checked, follows no redirect, and reads so much and no longer.
 */
export class Outbound {
  private readonly policy: AddressPolicy;
  private readonly own: OwnDoors;
  private readonly hold: OutboundHold;

  /**
   * @param allowCidrs private ranges that may be reached
   * @param options `own`: addresses of this installation, which are refused even inside `allowCidrs`; `hold`: whether
   * nothing may leave for now
   */
  constructor(
    allowCidrs: string[],
    options: { own?: () => string[]; hold?: OutboundHold | undefined } = {},
  ) {
    this.policy = new AddressPolicy(allowCidrs);
    this.own = new OwnDoors(options.own ?? (() => []));
    this.hold = options.hold ?? neverHeld;
  }

  /**
   * Whether a URL may be called at all, as far as it shows by itself; a host name is looked up when it is called.
   * @throws OutboundError
   */
  check(text: string): URL {
    const url = parseTarget(text);
    const host = hostOf(url);
    if (this.own.isName(url)) throw leadsBack(url);
    if (isIP(host)) this.checkAddresses(url, [host]);
    else if (isLocalhost(host)) this.checkAddresses(url, ['127.0.0.1']);
    else if (isInternalName(host) && !this.policy.hasOpened) throw notAllowed(host);
    return url;
  }

  /**
   * Whether a URL may be stored to be called later: as `check`, and by the addresses that its host has now.
   * @returns whether it has any; a host may be set up after the URL
   * @throws OutboundError when it leads to a private address, or back here
   */
  async checkTarget(text: string): Promise<boolean> {
    const url = this.check(text);
    const signal = AbortSignal.timeout(lookUpMs);
    const found = await before(signal, this.addressesOf(url)).catch(() => []);
    this.checkAddresses(url, found);
    return found.length > 0;
  }

  /**
   * As `checkTarget`, for a URL that a request brings.
   * @param path where the URL stands in the request
   * @throws ApiError 400 for a URL that cannot be called
   */
  async requireTarget(text: string, path: string): Promise<void> {
    try {
      await this.checkTarget(text);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw ApiError.invalid(path, 'invalid_url', `cannot be called. ${error.message}`);
    }
  }

  /** The way out for a tenant: by its configuration, or because a caller of it asks. Null: the installation's own. */
  of(tenant: string | null, kind: OutboundKind): TenantOutbound {
    return this.wayOf({ kind, requireOpen: () => this.hold.requireOpen(tenant) });
  }

  /** As this one, but nothing leaves by it: for what was queued before its tenant might send anything. */
  muted(): Outbound {
    const requireOpen = async () => {
      throw new MutedError();
    };
    const of = (_tenant: string | null, kind: OutboundKind) => this.wayOf({ kind, requireOpen });
    return Object.create(this, { of: { value: of } });
  }

  private wayOf(leave: Leave): TenantOutbound {
    return {
      fetch: (text, request = {}) => this.reach(leave, text, request, exchange),
      stream: (text, request = {}) =>
        this.reach(leave, text, request, async (url, addresses, limits, signal) => {
          const { body, ...answer } = await open(url, addresses, limits, signal);
          return { ...answer, body: explained(body, url, signal) };
        }),
      addressesToReach: async (host, port) => {
        await leave.requireOpen();
        return this.checkedAddresses(host, port);
      },
    };
  }

  /** Makes a call, and counts it with its result. */
  private async reach<T extends { status: number }>(
    leave: Leave,
    text: string,
    request: OutboundRequest,
    work: Work<T>,
  ): Promise<T> {
    const call = { result: 'refused' };
    try {
      const answer = await inSpan(
        'outbound',
        () => attributesOf(leave, text),
        async (span) => {
          const answer = await this.send(leave, text, request, work, call);
          span?.set({ 'http.response.status_code': answer.status });
          return answer;
        },
      );
      call.result = `${Math.floor(answer.status / 100)}xx`;
      return answer;
    } catch (error) {
      if (error instanceof UnsentError) call.result = 'unsent';
      throw error;
    } finally {
      outboundRequests.inc({ kind: leave.kind, result: call.result });
    }
  }

  private async send<T>(
    leave: Leave,
    text: string,
    request: OutboundRequest,
    work: Work<T>,
    call: { result: string },
  ): Promise<T> {
    const url = this.check(text);
    checkRequest(request);
    await leave.requireOpen();
    const limits = { ...defaults, ...request };
    const late = AbortSignal.timeout(limits.timeoutMs);
    const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
    const traceparent = toldOfTraces.has(leave.kind) ? tracing()?.traceparent() : undefined;
    if (traceparent) limits.headers = { ...limits.headers, traceparent };
    call.result = 'failed';
    try {
      const addresses = await before(signal, this.addressesOf(url));
      if (addresses.length === 0) throw new OutboundError(`${hostOf(url)} cannot be found.`);
      call.result = 'refused';
      this.checkAddresses(url, addresses);
      if (request.isTrusted) this.checkTrust(url, addresses);
      call.result = 'failed';
      return await work(url, addresses, limits, signal);
    } catch (error) {
      throw explain(error, url, signal);
    }
  }

  /**
   * The addresses of a host that is called by another protocol than HTTP, such as a database; empty for an unknown one.
   * Nothing connects to them.
   * @throws OutboundError when it leads to a private address, or back here
   */
  async checkedAddresses(host: string, port: number): Promise<string[]> {
    const url = parseTarget(`https://${isIP(host) === 6 ? `[${host}]` : host}`);
    url.port = String(port);
    if (this.own.isName(url)) throw leadsBack(url);
    const signal = AbortSignal.timeout(lookUpMs);
    const found = await before(signal, this.addressesOf(url)).catch(() => []);
    this.checkAddresses(url, found);
    return found;
  }

  private addressesOf(url: URL): Promise<string[]> {
    return addressesOf(hostOf(url), this.policy.hasOpened);
  }

  /** All of them: who mixes private addresses with public ones hopes that one of the private is taken. */
  private checkAddresses(url: URL, addresses: string[]): void {
    if (!addresses.every((address) => this.policy.isAllowed(address)))
      throw notAllowed(hostOf(url));
    if (addresses.some((address) => this.own.isAddress(address, portOf(url)))) throw leadsBack(url);
  }

  private checkTrust(url: URL, addresses: string[]): void {
    const isPlain = url.protocol === 'http:';
    if (isPlain && !addresses.every((address) => this.policy.isOpened(address)))
      throw new OutboundError(`${url.host} must be reached by https.`);
  }
}

/** The parts of an answer, with what went wrong while they came as an OutboundError. */
async function* explained(
  parts: AsyncIterable<Buffer>,
  url: URL,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    yield* parts;
    signal.throwIfAborted();
  } catch (error) {
    throw explain(error, url, signal);
  }
}

function explain(error: unknown, url: URL, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return new OutboundError(`${url.host} did not answer in time.`);
  return new OutboundError(`${url.host} cannot be reached.`, { cause: error });
}

const notAllowed = (host: string) =>
  new OutboundError(
    `${host} is not a public address. The operator can allow private ranges with OUTBOUND_ALLOW_CIDRS.`,
  );

const leadsBack = (url: URL) => new OutboundError(`${url.host} leads back to this server.`);

/** Resolves as `work` does, unless `signal` ends the wait. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}
