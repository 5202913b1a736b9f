import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../ground/errors.ts';
import { platformAuthFailures } from '../ground/machine/counters.ts';
import { countFailure } from './authenticate.ts';
import type { RequestContext } from './context.ts';
import { bearerToken, isPlatformKey, looksLikeKey, looksLikePlatformKey } from './credential.ts';
import type { RateLimits } from './limits.ts';
import { lacking, type Operator, ofEnvironment } from './operator.ts';
import type { Refusals } from './refusals.ts';
import type { PlatformScope, RouteCaller } from './route-caller.ts';

/** A key of the database, and the reason to refuse it if there is one: auth.platform_key. */
type Found = Operator & { problem: 'revoked' | 'expired' | 'address' | null };

export interface PlatformKeyDeps {
  /** PLATFORM_ADMIN_KEY and those of PLATFORM_ADMIN_KEY_ALSO. */
  environmentKeys: readonly string[];
  limits: RateLimits;
  /** Looks for a key of the database by the hash of its token, in hex: json text, or null. */
  find(hash: string, ip: string): Promise<string | null>;
  /** Where it is noted that a key may not do something. */
  refusals?: Refusals;
  /** Notes that a key was used. */
  used?(id: string, ip: string): void;
}

const mostKnown = 1_000;

/**
 * Finds out which platform key calls. PLATFORM_ADMIN_KEY is compared in memory, so that it works without a database; other
 * keys are looked up each time, so that their end counts at once in every process.
 */
export class PlatformKeys {
  private readonly deps: PlatformKeyDeps;
  /** Hashes of tokens that were good: they are looked up even from an address that others send junk from. */
  private readonly known = new LRUCache<string, true>({ max: mostKnown });

  constructor(deps: PlatformKeyDeps) {
    this.deps = deps;
  }

  /**
   * The key that calls; it is put into the context.
   * @param needed its scope
   * @throws 401, 403 for a tenant's key or too small a key, 429 for an address that sends junk all the time
   */
  async require(
    req: IncomingMessage,
    ctx: RequestContext,
    needed: RouteCaller['platformScope'],
  ): Promise<Operator> {
    const operator = await this.find(req, ctx);
    if (needed !== 'by_field') await this.check(ctx, operator, needed);
    return operator;
  }

  private async find(req: IncomingMessage, ctx: RequestContext): Promise<Operator> {
    const { limits, environmentKeys } = this.deps;
    let found: Found | undefined;
    try {
      const token = bearerToken(req);
      if (isPlatformKey(token, environmentKeys)) {
        ctx.operator = ofEnvironment;
        return ofEnvironment;
      }
      found = await this.look(token, ctx);
    } catch (error) {
      // A database that is away is no fault of the token.
      if (!(error instanceof ApiError)) throw error;
      platformAuthFailures.inc();
      return countFailure(limits, ctx, error);
    }
    const { problem, ...operator } = found;
    ctx.operator = operator;
    if (problem === 'address') {
      platformAuthFailures.inc();
      const error = new ApiError(
        'IP_NOT_ALLOWED',
        'This platform key may not be used from this IP address. Its ip_allowlist lists the addresses that may use it.',
      );
      await this.deps.refusals?.note(ctx, error);
      throw error;
    }
    this.deps.used?.(operator.id, ctx.ip);
    return operator;
  }

  private async look(token: string, ctx: RequestContext): Promise<Found> {
    if (looksLikeKey(token))
      throw new ApiError('FORBIDDEN', 'This needs a platform key, not a tenant’s API key.');
    if (looksLikePlatformKey(token)) {
      const hashed = hash('sha256', token);
      if (!this.known.has(hashed)) await this.deps.limits.checkAddress(ctx.ip);
      const answer = await this.deps.find(hashed, ctx.ip);
      const found = answer === null ? undefined : (JSON.parse(answer) as Found);
      if (found?.problem === 'expired')
        throw new ApiError('INVALID_TOKEN', 'This platform key has expired. Create a new key.');
      if (found && found.problem !== 'revoked') {
        this.known.set(hashed, true);
        return found;
      }
      this.known.delete(hashed);
    }
    throw new ApiError(
      'INVALID_TOKEN',
      'This is not a valid platform key. Check that it was copied in full, and that it was not revoked or rotated.',
    );
  }

  /** @throws 403, which is noted, for a key without the scope */
  private async check(
    ctx: RequestContext,
    operator: Operator,
    needed: PlatformScope | undefined,
  ): Promise<void> {
    const error = lacking(operator, needed);
    if (!error) return;
    await this.deps.refusals?.note(ctx, error);
    throw error;
  }
}
