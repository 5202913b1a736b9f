import type { IncomingMessage } from 'node:http';
import { ApiError } from '../ground/errors.ts';
import type { RequestContext } from './context.ts';
import { bearerToken, isPlatformKey, type KeyToken, looksLikeKey, parseKey } from './credential.ts';
import type { RateLimits } from './limits.ts';

export interface AuthenticateDeps {
  limits: RateLimits;
  platformKey: string;
}

/**
 * The API key that a token is, as far as it can be checked without the database.
 * @throws 401, 403 for the platform key
 */
export function keyOf(token: string, platformKey: string): KeyToken {
  const key = parseKey(token);
  if (key) return key;
  if (isPlatformKey(token, platformKey))
    throw new ApiError(
      'FORBIDDEN',
      'The platform key is for /admin and /owner only. Use an API key of the tenant.',
    );
  throw new ApiError(
    'INVALID_TOKEN',
    'This is not a valid token. Check that it was copied in full.',
  );
}

/** @throws 401, 403 for a tenant's key, 429 for an address that sends junk all the time */
export async function requirePlatformKey(
  { limits, platformKey }: AuthenticateDeps,
  req: IncomingMessage,
  ctx: RequestContext,
): Promise<void> {
  await countingFailures(limits, ctx, () => {
    const token = bearerToken(req);
    if (isPlatformKey(token, platformKey)) return;
    if (looksLikeKey(token))
      throw new ApiError(
        'FORBIDDEN',
        'This needs the platform key (PLATFORM_ADMIN_KEY), not a tenant’s API key.',
      );
    throw new ApiError('INVALID_TOKEN', 'This is not the platform key (PLATFORM_ADMIN_KEY).');
  });
}

/** A token that no look-up could make good counts against the address; beyond the limit that is the answer. */
export async function countingFailures<T>(
  limits: RateLimits,
  ctx: RequestContext,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await limits.checkAddress(ctx.ip);
    await limits.countFailure(ctx.ip);
    throw error;
  }
}
