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

/**
 * The parts of an API key; undefined for anything else. A typing error shows in the checksum, so it costs no
 * database work.
 */
export function parseKey(token: string): KeyToken | undefined {
  const [, tenant, handle, secret, checksum] = keyPattern.exec(token) ?? [];
  if (!tenant || !handle || !secret || checksum !== base62(crc32(token.slice(0, -6)), 6))
    return undefined;
  return { tenant: `ten_${tenant}`, handle, secretHash: hash('sha256', secret) };
}

export const looksLikeKey = (token: string): boolean => keyPattern.test(token);

/** Whether a token is the platform key; takes the same time for any token. */
export function isPlatformKey(token: string, platformKey: string): boolean {
  return timingSafeEqual(hash('sha256', token, 'buffer'), hash('sha256', platformKey, 'buffer'));
}

function base62(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62))
    text = digits[rest % 62] + text;
  return text;
}
