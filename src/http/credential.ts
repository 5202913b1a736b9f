import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { ApiError } from './errors.ts';

/** A tenant's API key as its token shows it, before any look-up. */
export interface KeyToken {
  tenant: string;
  handle: string;
  secretHash: string;
}

/** `ins_<tenant>_<handle>_<43 of secret><6 of checksum>`; made by auth.token_mint. */
const keyPattern = /^ins_([0-9a-f]{32})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const challenge = { 'WWW-Authenticate': 'Bearer realm="insula"' };

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
      {},
      challenge,
    );
  }
  const isDoubled = req.headersDistinct.authorization?.length !== 1;
  const token = /^Bearer (\S{1,8192})$/.exec(header)?.[1];
  if (isDoubled || !token) {
    throw new ApiError(
      'UNAUTHORIZED',
      'The Authorization header must be given once, as Bearer <token>.',
      {},
      challenge,
    );
  }
  return token;
}

/**
 * The parts of an API key. A typing error shows in the checksum, so it costs no database work.
 * @throws 401 INVALID_TOKEN
 */
export function parseKey(token: string): KeyToken {
  const [, tenant, handle, secret, checksum] = keyPattern.exec(token) ?? [];
  if (!tenant || !handle || !secret || checksum !== base62(crc32(token.slice(0, -6)), 6)) {
    throw new ApiError(
      'INVALID_TOKEN',
      'This is not a valid token. Check that it was copied whole.',
      {},
      challenge,
    );
  }
  return { tenant: `ten_${tenant}`, handle, secretHash: hash('sha256', secret) };
}

/** Whether a token is the platform key; takes the same time for any token. */
export function isPlatformKey(token: string, platformKey: string): boolean {
  return timingSafeEqual(hash('sha256', token, 'buffer'), hash('sha256', platformKey, 'buffer'));
}

/** @throws 401 for junk, 403 for a tenant's key */
export function requirePlatformKey(token: string, platformKey: string): void {
  if (isPlatformKey(token, platformKey)) return;
  if (keyPattern.test(token)) {
    throw new ApiError(
      'FORBIDDEN',
      'This needs the platform key (PLATFORM_ADMIN_KEY), not a tenant’s API key.',
    );
  }
  throw new ApiError(
    'INVALID_TOKEN',
    'This is not the platform key (PLATFORM_ADMIN_KEY).',
    {},
    challenge,
  );
}

function base62(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62))
    text = digits[rest % 62] + text;
  return text;
}
