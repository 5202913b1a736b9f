import { ApiError } from '../../ground/errors.ts';
import type { OAuthProvider } from './provider.ts';

const defaultEmail = 'mock@example.com';
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The provider `mock` signs in any user that `login_hint` names, so that an application can be tried without an account
 * anywhere. Only where the server has a local address, and the tenant has switched it on.
 * @throws 403 PROVIDER_DISABLED on a server that others reach
 */
export function isMock({ is_mock, name }: OAuthProvider, baseUrl: string): boolean {
  if (!is_mock) return false;
  if (localHosts.includes(new URL(baseUrl).hostname)) return true;
  throw new ApiError(
    'PROVIDER_DISABLED',
    `${name} signs anyone in, so it is available only while BASE_URL is on localhost.`,
  );
}

/** The code that it sends back with the browser: the email itself. */
export const mockCode = (hint = defaultEmail): string => Buffer.from(hint).toString('base64url');

/** Claims as a provider would give them. */
export function mockClaims(code = ''): Record<string, unknown> {
  const email = Buffer.from(code, 'base64url').toString().toLowerCase();
  return { sub: email, email, email_verified: true, name: email.split('@')[0] };
}
