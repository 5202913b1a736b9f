import { ApiError } from '../ground/errors.ts';
import type { RequestContext } from './context.ts';
import { isPlatformKey, type KeyToken, looksLikePlatformKey, parseKey } from './credential.ts';
import type { RateLimits } from './limits.ts';

export interface AuthenticateDeps {
  limits: RateLimits;
  environmentKeys: readonly string[];
}

/**
 * The API key that a token is, as far as it can be checked without the database.
 * @throws 401, 403 for the platform key
 */
export function keyOf(token: string, environmentKeys: readonly string[]): KeyToken {
  const key = parseKey(token);
  if (key) return key;
  if (isPlatformKey(token, environmentKeys) || looksLikePlatformKey(token))
    throw new ApiError(
      'FORBIDDEN',
      'A platform key is for /admin and /owner only. Use an API key of the tenant.',
    );
  throw new ApiError(
    'INVALID_TOKEN',
    'This is not a valid token. Check that it was copied in full.',
  );
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
    return countFailure(limits, ctx, error);
  }
}

/** Counts a token that no look-up could make good. @throws what was wrong with it; 429 beyond the limit */
export async function countFailure(
  limits: RateLimits,
  ctx: RequestContext,
  error: unknown,
): Promise<never> {
  await limits.checkAddress(ctx.ip);
  await limits.countFailure(ctx.ip);
  throw error;
}
