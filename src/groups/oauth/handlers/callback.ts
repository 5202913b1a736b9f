import { authorizationCodeGrant } from 'openid-client';
import { type Carried, redirect } from '../../../credentials/redirect.ts';
import { toApiError } from '../../../db/errors.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type Account, accountOf } from '../account.ts';
import { BrowserSecret } from '../browser.ts';
import type { OAuthClient } from '../clients.ts';
import { isMock, mockClaims } from '../mock.ts';
import { profileOf } from '../profile.ts';
import type { OAuthProvider } from '../provider.ts';
import { upstreamError } from '../upstream.ts';
import { callbackUrl } from './start.ts';

/** The parameters that a provider sends back with the browser (RFC 6749, 4.1.2; RFC 9207). */
interface Returned {
  provider: string;
  state: string;
  code?: string;
  iss?: string;
  error?: string;
  error_description?: string;
  /** Of Apple, the first time: JSON with the name. */
  user?: string;
}

interface Begun {
  redirect_to: string;
  /** The application's own. */
  state?: string;
  code_challenge?: string;
  user_id: string | null;
}

/** A code for the application, an identity that was linked, or a session. */
interface Finished {
  code?: string;
  linked?: boolean;
}

/**
 * GET and POST /v1/auth/oauth/:provider/callback: who comes back from a provider. Once it is known that this browser
 * was sent there, every error is passed on to the application.
 */
export async function oauthCallback(call: HandlerCall<Returned>): Promise<undefined> {
  const returned = call.args;
  const { provider: name, state } = returned;
  const { baseUrl } = call.services.config;
  const secret = BrowserSecret.of(call.req, state);
  const { provider, begun } = await call.ask<{ provider: OAuthProvider; begun: Begun }>(
    'oauth_callback_begin',
    { provider: name, state, browser: secret?.hash },
  );
  BrowserSecret.forget(call.res, baseUrl, state);
  const carried = await completed(call, provider, returned, begun, secret as BrowserSecret);
  const query = { ...carried.query, ...(begun.state ? { state: begun.state } : {}) };
  redirect(
    call.res,
    begun.redirect_to,
    { ...carried, query },
    call.route.method === 'GET' ? 302 : 303,
  );
}

async function completed(
  call: HandlerCall<Returned>,
  provider: OAuthProvider,
  returned: Returned,
  begun: Begun,
  secret: BrowserSecret,
): Promise<Carried> {
  try {
    const account = await accountFrom(call, provider, returned, secret);
    const finished = await call.ask<Finished>('oauth_callback_finish', { begun, account });
    const { code, linked, ...rest } = finished;
    if (code) return { query: { code } };
    if (linked) return { query: { linked: provider.provider } };
    const session = await call.services.sessionTokens.fill(JSON.stringify(rest));
    const { user: _, ...tokens } = JSON.parse(session);
    return { fragment: { ...tokens, expires_in: String(tokens.expires_in) } };
  } catch (error) {
    return refused(call, provider, toApiError(error), returned);
  }
}

/** Asks the provider who it is. */
async function accountFrom(
  call: HandlerCall<Returned>,
  provider: OAuthProvider,
  returned: Returned,
  secret: BrowserSecret,
): Promise<Account> {
  if (returned.error !== undefined)
    throw new ApiError('UPSTREAM_ERROR', `${provider.name} refused: ${shown(returned)}.`);
  const { config, oauthClients } = call.services;
  const askProvider = async () => {
    const client = await oauthClients.of(call.caller.tenant, provider);
    const tokens = await tokensOf(client, provider, returned, secret, config.baseUrl);
    return profileOf(client, provider, tokens);
  };
  try {
    const claims = isMock(provider, config.baseUrl)
      ? mockClaims(returned.code)
      : await askProvider();
    const account = accountOf(provider, claims);
    if (!account)
      throw new ApiError('UPSTREAM_ERROR', `${provider.name} did not say who the user is.`);
    const name = nameFrom(returned.user);
    return name ? { ...account, data: { name, ...account.data } } : account;
  } catch (error) {
    throw upstreamError(provider, error);
  }
}

/** Checks the response and its id_token, and exchanges the code: openid-client does all of it. */
async function tokensOf(
  { config }: OAuthClient,
  provider: OAuthProvider,
  { code = '', state, iss }: Returned,
  secret: BrowserSecret,
  baseUrl: string,
) {
  const url = new URL(callbackUrl(baseUrl, provider.provider));
  for (const [name, value] of Object.entries({ code, state, iss }))
    if (value !== undefined) url.searchParams.set(name, value);
  const isOidc = provider.issuer !== undefined;
  return authorizationCodeGrant(config, url, {
    expectedState: state,
    pkceCodeVerifier: secret.codeVerifier,
    ...(isOidc ? { idTokenExpected: true } : {}),
    ...(isOidc && provider.has_nonce !== false ? { expectedNonce: secret.nonce } : {}),
  });
}

/** Redirects with an error in the form of RFC 6749 (4.1.2.1), and our own code next to it. */
function refused(
  { services, ctx }: Pick<HandlerCall, 'services' | 'ctx'>,
  provider: OAuthProvider,
  error: ApiError,
  returned: Returned,
): Carried {
  if (error.status >= 500) {
    const about = { err: error.cause, request_id: ctx.requestId, provider: provider.provider };
    services.log.warn(about, error.message);
  }
  const theirs = /^[a-z_]{1,50}$/.test(returned.error ?? '') ? returned.error : undefined;
  const ours = error.status >= 500 ? 'server_error' : 'access_denied';
  const { mfa_token, factors } = (error.extras.details ?? {}) as Record<string, unknown>;
  return {
    query: {
      error: theirs ?? ours,
      error_code: error.code,
      error_description: error.message,
    },
    // As secret as tokens are: the way on to the second factor.
    ...(mfa_token
      ? { fragment: { mfa_token: String(mfa_token), factors: JSON.stringify(factors) } }
      : {}),
  };
}

const shown = ({ error = '', error_description }: Returned): string =>
  [error, error_description]
    .filter((text) => text !== undefined)
    .join(': ')
    .slice(0, 300);

function nameFrom(user: string | undefined): string | undefined {
  if (user === undefined || !user.startsWith('{')) return undefined;
  try {
    const { firstName, lastName } = JSON.parse(user).name;
    const parts = [firstName, lastName].filter((part) => typeof part === 'string');
    return parts.join(' ').replaceAll('\0', '').toWellFormed().slice(0, 200) || undefined;
  } catch {
    return undefined;
  }
}
