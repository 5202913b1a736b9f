import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { redirect } from '../../../credentials/redirect.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { BrowserSecret } from '../browser.ts';
import type { OAuthClient } from '../clients.ts';
import { isMock, mockCode } from '../mock.ts';
import { type OAuthProvider, scopesOf } from '../provider.ts';
import { upstreamError } from '../upstream.ts';

interface StartArgs {
  provider: string;
  tenant_id?: string;
  redirect_to?: string;
  scopes?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  link?: string;
  login_hint?: string;
  is_own?: string;
  skip_http_redirect?: string;
}

/** The answer of api.oauth_start. */
interface Start {
  provider: OAuthProvider;
  redirect_to: string;
}

/**
 * GET /v1/auth/oauth/:provider: sends the browser to the provider, with a cookie that it has to bring back. A client
 * that asks only for the address gets Insula's, not the provider's: the browser that follows it gets the cookie.
 */
export async function oauthStart(call: HandlerCall<StartArgs>): Promise<string | undefined> {
  const { args } = call;
  const { provider, redirect_to } = args;
  const begun = await call.ask<Start>('oauth_start', { provider, redirect_to });
  if (args.skip_http_redirect === 'true') return JSON.stringify({ url: ownUrl(call, args) });
  if (!cookieWillReturn(call, args)) {
    redirect(call.res, ownUrl(call, args));
    return undefined;
  }
  redirect(call.res, await providerUrl(call, args, begun));
  return undefined;
}

/** The address of this very operation under BASE_URL, which is where the provider sends the browser back to. */
export function ownUrl(
  { services, caller }: Pick<HandlerCall, 'services' | 'caller'>,
  args: StartArgs,
): string {
  const { provider, skip_http_redirect: _, ...query } = args;
  const url = new URL(`${services.config.baseUrl}/v1/auth/oauth/${encodeURIComponent(provider)}`);
  const all = { ...query, tenant_id: caller.tenant, is_own: 'true' };
  for (const [name, value] of Object.entries(all))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/**
 * A cookie of another host, such as a tenant's own, would not be sent to BASE_URL. Once sent there, a browser is not
 * sent again: a proxy may show us another host than the browser sees.
 */
const cookieWillReturn = (
  { services, req }: Pick<HandlerCall, 'services' | 'req'>,
  args: StartArgs,
): boolean =>
  args.is_own === 'true' ||
  req.headers.host?.toLowerCase() === new URL(services.config.baseUrl).host;

/** Remembers what was begun, and for which browser. @returns where that browser is to go */
async function providerUrl(
  call: HandlerCall<StartArgs>,
  args: StartArgs,
  { provider, redirect_to }: Start,
): Promise<string> {
  const { config, oauthClients } = call.services;
  const client = isMock(provider, config.baseUrl)
    ? undefined
    : await oauthClients
        .of(call.caller.tenant, provider)
        .catch((error) => Promise.reject(upstreamError(provider, error)));
  const secret = new BrowserSecret();
  const { code_challenge, state: theirs, link } = args;
  const { state } = await call.ask<{ state: string }>('oauth_begin', {
    ...{ provider: provider.provider, redirect_to, browser: secret.hash },
    ...{ code_challenge, state: theirs, link },
  });
  secret.keep(call.res, config.baseUrl, state, provider.response_mode === 'form_post');
  const back = callbackUrl(config.baseUrl, provider.provider);
  return client
    ? authorizationUrl(client, provider, args, { state, back, secret })
    : `${back}?${new URLSearchParams({ code: mockCode(args.login_hint), state })}`;
}

/** The authorization request (RFC 6749, 4.1.1; OpenID Connect Core, 3.1.2.1), with PKCE always. */
async function authorizationUrl(
  { config }: OAuthClient,
  provider: OAuthProvider,
  { scopes, login_hint, link }: StartArgs,
  { state, back, secret }: { state: string; back: string; secret: BrowserSecret },
): Promise<string> {
  const hasNonce = provider.issuer !== undefined && provider.has_nonce !== false;
  return buildAuthorizationUrl(config, {
    ...provider.authorization_params,
    scope: scopesOf(provider, scopes),
    redirect_uri: back,
    state,
    code_challenge: await calculatePKCECodeChallenge(secret.codeVerifier),
    code_challenge_method: 'S256',
    ...(login_hint ? { login_hint } : {}),
    ...(hasNonce ? { nonce: secret.nonce } : {}),
    ...(provider.response_mode === 'form_post' ? { response_mode: 'form_post' } : {}),
    // A user cannot be sent through here unawares and have their account linked to another one.
    ...(link ? { prompt: 'consent' } : {}),
  }).href;
}

/** Where a provider sends the browser back to: to be registered there. */
export const callbackUrl = (baseUrl: string, provider: string): string =>
  `${baseUrl}/v1/auth/oauth/${encodeURIComponent(provider)}/callback`;
