import { createHmac, hash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const maxAgeSeconds = 600;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * A secret that one browser keeps while it is at a provider. PKCE's code_verifier and the nonce, which are sent there
 * and needed again, are derived from it: it is stored nowhere, and no other browser can complete the sign-in.
 */
export class BrowserSecret {
  private readonly secret: string;

  constructor(secret = randomBytes(32).toString('base64url')) {
    this.secret = secret;
  }

  /** The one that was given to this browser with a state, or undefined. */
  static of(req: IncomingMessage, state: string): BrowserSecret | undefined {
    const name = cookieName(state);
    for (const cookie of (req.headers.cookie ?? '').split(';')) {
      const [key = '', value = ''] = cookie.trim().split('=');
      if (key === name && secretPattern.test(value)) return new BrowserSecret(value);
    }
    return undefined;
  }

  /** The hash by which the database finds it. */
  get hash(): string {
    return hash('sha256', this.secret);
  }

  get codeVerifier(): string {
    return this.derive('code_verifier');
  }

  get nonce(): string {
    return this.derive('nonce');
  }

  /** @param isPosted whether the browser comes back by a POST from the provider's page */
  keep(res: ServerResponse, baseUrl: string, state: string, isPosted: boolean): void {
    setCookie(res, baseUrl, state, this.secret, maxAgeSeconds, isPosted);
  }

  static forget(res: ServerResponse, baseUrl: string, state: string): void {
    setCookie(res, baseUrl, state, '', 0, false);
  }

  private derive(purpose: string): string {
    return createHmac('sha256', this.secret).update(purpose).digest('base64url');
  }
}

/** One for each sign-in, so that several may be under way. */
const cookieName = (state: string): string => `insula_oauth_${hash('sha256', state).slice(0, 16)}`;

function setCookie(
  res: ServerResponse,
  baseUrl: string,
  state: string,
  value: string,
  maxAge: number,
  isPosted: boolean,
): void {
  const { protocol, pathname } = new URL(baseUrl);
  const path = `${pathname.replace(/\/$/, '')}/v1/auth/oauth`;
  const isSecure = protocol === 'https:' || isPosted;
  res.appendHeader(
    'Set-Cookie',
    [
      `${cookieName(state)}=${value}`,
      `Path=${path}`,
      `Max-Age=${maxAge}`,
      'HttpOnly',
      `SameSite=${isPosted ? 'None' : 'Lax'}`,
      ...(isSecure ? ['Secure'] : []),
    ].join('; '),
  );
}
