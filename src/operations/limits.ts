import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { RateLimiterRes } from 'rate-limiter-flexible';
// Alone: the others, for servers of all kinds, are thirty files more at each start.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { House } from '../db/call.ts';
import { ApiError } from '../ground/errors.ts';
import type { KeyToken } from './credential.ts';
import type { AddressLimit } from './route-caller.ts';

/** Requests per minute; null for no limit. */
interface Limits {
  key: number | null;
  tenant: number | null;
}

/** A caller without an API key: a signed-in user, or a visitor. */
export interface TenantOnly {
  tenant: string;
  /** An unknown caller: a tenant's visitors have as many requests as it has, and use none of its own. */
  isVisitor?: boolean;
}

/** Where a caller stands with one limit. */
interface Rate {
  left: number;
  headers: Record<string, string>;
}

const noLimits: Limits = { key: null, tenant: null };
const window = 60;
/** Failed authentications per minute and address (IPv6: per /64), before the address is refused. */
const failuresPerMinute = 600;
const limitsTtl = 60_000;
const maxCachedKeys = 50_000;

/**
 * Request rates, held in this process's memory: per key and tenant by their records, and failed authentications
 * per address. Refuses before any database work; several processes count each for itself.
 */
export class RateLimits {
  private readonly counters = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: window,
  });
  private readonly addressLimiters = new Map<string, RateLimiterMemory>();
  private readonly cache = new LRUCache<string, { limits: Limits; until: number }>({
    max: maxCachedKeys,
  });
  private readonly gateway: Pick<House, 'limits'>;
  /** When the youngest failure of any address is forgotten. */
  private failuresUntil = 0;

  constructor(gateway: Pick<House, 'limits'>) {
    this.gateway = gateway;
  }

  /**
   * Counts a request, against the limit of its key and of its tenant.
   * @returns RateLimit-* headers of the limit that is nearer, none for unlimited keys
   * @throws 429 RATE_LIMITED
   */
  async count(who: KeyToken | TenantOnly, ip: string): Promise<Record<string, string> | undefined> {
    const { key, tenant } = this.known(who) ?? (await this.find(who, ip));
    if (key === null && tenant === null) return undefined;
    const ofKey =
      key === null || !('handle' in who)
        ? undefined
        : await this.consume(`key:${who.tenant}:${who.handle}`, 'This API key', key);
    const ofTenant = tenant === null ? undefined : await this.consume(...lineOf(who), tenant);
    const rate =
      ofKey && ofTenant ? (ofKey.left <= ofTenant.left ? ofKey : ofTenant) : (ofKey ?? ofTenant);
    return rate?.headers;
  }

  /** Whether a key with this secret exists, as far as `count` had to find out. */
  knows(key: KeyToken): boolean {
    return this.cache.has(cacheKey(key));
  }

  /** Counts a failed authentication; what was known of the token is forgotten. */
  async countFailure(ip: string, token?: KeyToken): Promise<void> {
    if (token) this.cache.delete(cacheKey(token));
    this.failuresUntil = Date.now() + window * 1000;
    await this.counters.consume(addressKey(ip));
  }

  /** @throws 429 RATE_LIMITED for an address whose authentication fails all the time */
  async checkAddress(ip: string): Promise<void> {
    if (this.failuresUntil < Date.now()) return;
    const counted = await this.counters.get(addressKey(ip));
    if (counted && counted.consumedPoints >= failuresPerMinute) {
      throw tooMany('This address has sent too many invalid tokens', counted.msBeforeNext, {}).by(
        'invalid_tokens',
      );
    }
  }

  /**
   * Counts a call of an operation that an address may make only so often.
   * @throws 429 RATE_LIMITED
   */
  async countAddress({ name, points, seconds }: AddressLimit, ip: string): Promise<void> {
    let limiter = this.addressLimiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterMemory({ points, duration: seconds });
      this.addressLimiters.set(name, limiter);
    }
    try {
      await limiter.consume(addressKey(ip));
    } catch (refused) {
      throw tooMany(
        'This address has sent too many of these',
        (refused as RateLimiterRes).msBeforeNext,
        {},
      ).by('address');
    }
  }

  /** Forgets what is known of a tenant's keys, so that a change counts at once (in this process). */
  forget(tenant: string): void {
    for (const key of this.cache.keys()) if (key.startsWith(`${tenant}:`)) this.cache.delete(key);
  }

  /** The limits of a caller who was here within the last minute. */
  private known(who: KeyToken | TenantOnly): Limits | undefined {
    const cached = this.cache.get(cacheKey(who));
    return cached && cached.until > Date.now() ? cached.limits : undefined;
  }

  /** A key that was good before is looked up even from an address that others send junk from. */
  private async find(who: KeyToken | TenantOnly, ip: string): Promise<Limits> {
    const key = cacheKey(who);
    if (!this.cache.has(key)) await this.checkAddress(ip);
    const { tenant, handle = null, secretHash = null } = who as Partial<KeyToken> & TenantOnly;
    const found = await this.gateway.limits(tenant, handle, secretHash);
    if (!found) return noLimits;
    const limits = JSON.parse(found) as Limits;
    this.cache.set(key, { limits, until: Date.now() + limitsTtl });
    return limits;
  }

  private async consume(key: string, who: string, limit: number): Promise<Rate> {
    const { consumedPoints, msBeforeNext } = await this.counters.consume(key);
    const left = Math.max(0, limit - consumedPoints);
    const headers = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': String(Math.ceil(msBeforeNext / 1000)),
    };
    if (consumedPoints > limit)
      throw tooMany(`${who} may send ${limit} requests per minute`, msBeforeNext, headers).by(
        `${key.slice(0, key.indexOf(':'))}_rate`,
      );
    return { left, headers };
  }
}

function tooMany(why: string, msBeforeNext: number, headers: Record<string, string>): ApiError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiError(
    'RATE_LIMITED',
    `${why}. Wait ${seconds} s.`,
    { retry_after: seconds },
    headers,
  );
}

/** The limit of a tenant: for calls in its name, and for public ones, such as opening a public file or signing in. */
const lineOf = (who: KeyToken | TenantOnly): [key: string, who: string] =>
  'isVisitor' in who && who.isVisitor
    ? [`visitors:${who.tenant}`, 'The visitors of this tenant']
    : [`tenant:${who.tenant}`, 'This tenant'];

/** With the hash of the secret: the answer to a forged token must not count for the real one. */
const cacheKey = (who: KeyToken | TenantOnly) => ('handle' in who ? who.name : `${who.tenant}:`);

/** An address as a key: IPv6 by its /64, which is what one subscriber gets. */
export function addressKey(ip: string): string {
  return ip.includes(':')
    ? `ip:${ipaddr.parse(ip).toByteArray().slice(0, 8).join('.')}`
    : `ip:${ip}`;
}
