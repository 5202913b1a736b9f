import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Bearer } from '../db/call.ts';
import { countHeader } from '../ground/bodies/raw-headers.ts';
import { ApiError } from '../ground/errors.ts';

/** A tenant's API key as its token shows it, before any look-up. */
export interface KeyToken {
  tenant: string;
  handle: string;
  secretHash: string;
  /** The name under which things are remembered of it; with the secret's hash, so that a forged token is another. */
  name: string;
}

/** The sender of a request, as far as it is known before the database is asked. */
export interface Caller {
  tenant: string;
  bearer: Bearer;
  /** For a caller with an API key. */
  key?: KeyToken;
  /** Tenants that the request names besides. */
  hints: string[];
  /** For an operation with an address of its own: the tenant's domain that was asked, '' for the host of BASE_URL. */
  host?: string;
  /** For a caller with an access token: when it expires, in milliseconds since 1970. */
  expiresAt?: number;
}

/** `ins_<tenant>_<handle>_<43 of secret><6 of checksum>`; made by auth.token_mint. */
const keyPattern = /^ins_([0-9a-f]{32})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const bearerPattern = /^Bearer (\S{1,8192})$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The token of `Authorization: Bearer <token>`.
 * @throws 401 when the header is missing, doubled or of another scheme
 */
export function bearerToken(req: IncomingMessage): string {
  const header = req.headers.authorization;
  if (header === undefined) {
    throw new ApiError(
      'UNAUTHORIZED',
      'This call needs a token. Send the header Authorization: Bearer <token>.',
    );
  }
  const token = bearerPattern.exec(header)?.[1];
  if (!token || countHeader(req.rawHeaders, 'authorization') > 1) {
    throw new ApiError(
      'UNAUTHORIZED',
      'The Authorization header must be given once, as Bearer <token>.',
    );
  }
  return token;
}

/** The token of `?token=`, where a client cannot send headers. */
export const queryToken = (search: string): string | undefined =>
  search.includes('token=') ? (new URLSearchParams(search).get('token') ?? undefined) : undefined;

/** Tokens seen lately, the oldest first. Only what follows from a token by itself: whether it is good, the database says each time. */
const seen = new Map<string, KeyToken>();
const mostSeen = 2_000;

/**
 * The parts of an API key; undefined for anything else. A typing error shows in the checksum, so it costs no
 * database work.
 */
export function parseKey(token: string): KeyToken | undefined {
  const known = seen.get(token);
  if (known) return known;
  const key = readKey(token);
  if (!key) return undefined;
  if (seen.size >= mostSeen) seen.delete(seen.keys().next().value as string);
  seen.set(token, key);
  return key;
}

function readKey(token: string): KeyToken | undefined {
  const [, tenant, handle, secret, checksum] = keyPattern.exec(token) ?? [];
  if (!tenant || !handle || !secret || checksum !== base62(crc32(token.slice(0, -6)), 6))
    return undefined;
  const secretHash = hash('sha256', secret);
  const name = `ten_${tenant}:${handle}:${secretHash}`;
  return { tenant: `ten_${tenant}`, handle, secretHash, name };
}

/** `insp_<43 of secret><6 of checksum>`; made by app.platform_key_add. */
const platformKeyPattern = /^insp_[0-9A-Za-z]{49}$/;

/** Whether a token may be a platform key of the database: a typing error shows in the checksum. */
export const looksLikePlatformKey = (token: string): boolean =>
  platformKeyPattern.test(token) && token.slice(-6) === base62(crc32(token.slice(0, -6)), 6);

export const looksLikeKey = (token: string): boolean => keyPattern.test(token);

/**
 * Whether a token is a key of the environment; takes the same time for any token.
 * @param keys PLATFORM_ADMIN_KEY and those of PLATFORM_ADMIN_KEY_ALSO
 */
export function isPlatformKey(token: string, keys: readonly string[]): boolean {
  const hashed = hash('sha256', token, 'buffer');
  return keys.filter((key) => timingSafeEqual(hashed, hash('sha256', key, 'buffer'))).length > 0;
}

function base62(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62))
    text = digits[rest % 62] + text;
  return text;
}
