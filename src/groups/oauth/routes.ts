import { z } from 'zod';
import { tenantOfSecret } from '../../credentials/tenant-of-secret.ts';
import { deleted } from '../../ground/shapes/schemas.ts';
import { foreign } from '../../ground/shapes/strict.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import {
  AuthSession,
  codeChallenge,
  codeChallengeMethod,
  federationLimit,
  redirectTo,
  signInErrors,
  tenantId,
} from '../../tools/sign-in/shapes.ts';
import { oauthCallback } from './handlers/callback.ts';
import { identityLink } from './handlers/identity-link.ts';
import { oauthStart } from './handlers/start.ts';
import { Identity, provider, returned, secret, url } from './shapes.ts';

const hasMethod = (query: { code_challenge?: unknown; code_challenge_method?: unknown }) =>
  (query.code_challenge === undefined) === (query.code_challenge_method === undefined);
const oneCode = (body: { code?: unknown; auth_code?: unknown }) =>
  (body.code === undefined) !== (body.auth_code === undefined);

/** As many may come back as may go; a code is exchanged as often as a session is refreshed. */
const callbackLimit = { ...federationLimit, name: 'sso-callback' };
const exchangeLimit = { name: 'sso-exchange', points: 150, seconds: 300 };

const oauthPath = '/v1/auth/oauth';
const identitiesPath = '/v1/auth/identities';
const providerErrors = ['PROVIDER_DISABLED', 'UPSTREAM_ERROR'] as const;
const tokenErrors = ['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const;

export const routes: Route[] = notImpersonated([
  {
    id: 'oauth.token',
    method: 'POST',
    path: `${oauthPath}/token`,
    scope: 'public',
    limit: exchangeLimit,
    summary: 'Exchange the one-time code of a redirect for an AuthSession',
    description: 'The code works once, within 5 minutes, and never with a wrong code_verifier.',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        code: secret.optional(),
        auth_code: secret.optional().meta({ description: 'Alias of code' }),
        code_verifier: z
          .string()
          .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must have 43 to 128 letters, digits or -._~')
          .optional()
          .meta({ description: 'The verifier of the code_challenge (RFC 7636)' }),
      })
      .refine(oneCode, { message: 'must be given, as code or auth_code', path: ['code'] }),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    tenant: { from: ({ code, auth_code }) => tenantOfSecret(code ?? auth_code) },
    errors: ['PLAN_LIMIT_EXCEEDED', ...signInErrors, 'OTP_EXPIRED'],
    example: {
      body: {
        code: '0192f7….b7Kq…',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
    },
  },
  handled({
    id: 'oauth.start',
    method: 'GET',
    path: `${oauthPath}/:provider`,
    scope: 'public',
    limit: federationLimit,
    summary: 'Start a sign-in with an identity provider',
    description:
      'Sends the browser to the provider. It comes back to `redirect_to` with `?code=` for /v1/auth/oauth/token if a code_challenge was given, otherwise with tokens in the fragment; or with `error`, `error_code`, `error_description`.',
    query: z
      .object({
        tenant_id: tenantId.optional(),
        redirect_to: redirectTo.optional(),
        scopes: z
          .string()
          .regex(/^[\x21\x23-\x5b\x5d-\x7e ]{1,500}$/)
          .optional()
          .meta({ description: 'Additional scopes of the provider, separated by spaces' }),
        state: z
          .string()
          .max(500)
          .optional()
          .meta({ description: 'Returned to redirect_to unchanged' }),
        code_challenge: codeChallenge.optional(),
        code_challenge_method: codeChallengeMethod.optional(),
        login_hint: z
          .string()
          .max(254)
          .optional()
          .meta({ description: 'Tells the provider who is expected to sign in' }),
        skip_http_redirect: z
          .enum(['true', 'false'])
          .optional()
          .meta({ description: 'Answer with the address instead of redirecting the browser' }),
        link: secret.optional().meta({ description: 'Set by /v1/auth/identities/link' }),
        is_own: z.enum(['true', 'false']).optional().meta({
          description: 'Set by the server when the host differs from that of BASE_URL',
        }),
      })
      .refine(hasMethod, {
        message: 'must be S256, together with code_challenge',
        path: ['code_challenge_method'],
      }),
    mayRefuse: true,
    returns: url,
    redirects: 'unless_asked',
    handler: oauthStart,
    operations: ['oauth_begin'],
    errors: [...providerErrors, 'INVALID_REDIRECT', 'OTP_EXPIRED'],
  }),
  handled({
    id: 'oauth.callback',
    method: 'GET',
    path: `${oauthPath}/:provider/callback`,
    scope: 'public',
    limit: callbackLimit,
    summary: 'Complete a sign-in with an identity provider',
    query: foreign(returned),
    makesSession: true,
    mayRefuse: true,
    returns: url,
    redirects: 'always',
    tenant: { from: ({ state }) => tenantOfSecret(state) },
    isComposed: true,
    handler: oauthCallback,
    operations: ['oauth_callback_begin', 'oauth_callback_finish'],
    errors: ['PLAN_LIMIT_EXCEEDED', ...providerErrors, 'OTP_EXPIRED'],
  }),
  handled({
    id: 'oauth.callback_form',
    method: 'POST',
    path: `${oauthPath}/:provider/callback`,
    scope: 'public',
    limit: callbackLimit,
    summary: 'Complete a sign-in with a provider that posts a form',
    takes: 'form',
    body: foreign(returned.extend({ user: z.string().max(4000).optional() })),
    returns: url,
    redirects: 'always',
    tenant: { from: ({ state }) => tenantOfSecret(state) },
    isComposed: true,
    // oauth.callback, which is a GET, does the same.
    isMutation: false,
    handler: oauthCallback,
    errors: ['PLAN_LIMIT_EXCEEDED', ...providerErrors, 'OTP_EXPIRED'],
    example: { body: { state: '0192f7….b7Kq…', code: 'c0de' } },
  }),
  {
    id: 'oauth.provider_list',
    method: 'GET',
    path: '/v1/auth/providers',
    scope: 'public',
    summary: 'List the available sign-in methods',
    query: z.object({ tenant_id: tenantId.optional() }),
    returns: z.array(
      z.object({
        provider,
        name: z.string(),
        enabled: z.boolean(),
        type: z.string().meta({ description: 'oidc, oauth, saml, email, phone, …' }),
      }),
    ),
  },
  {
    id: 'identity.list',
    method: 'GET',
    path: identitiesPath,
    scope: 'user',
    summary: 'List your accounts at identity providers',
    returns: z.array(Identity),
  },
  handled({
    id: 'identity.link',
    method: 'POST',
    path: `${identitiesPath}/link`,
    scope: 'user',
    summary: 'Link an account at an identity provider',
    description: 'Immediately with its id_token; otherwise send the browser to `url`.',
    body: z.object({
      provider,
      redirect_to: redirectTo.optional(),
      id_token: z.string().max(16_000).optional(),
      nonce: z.string().max(500).optional(),
      access_token: z.string().max(8000).optional(),
    }),
    returns: z.union([Identity, url]),
    handler: identityLink,
    hasSecret: true,
    errors: [
      ...providerErrors,
      ...tokenErrors,
      'INVALID_REDIRECT',
      'IDENTITY_ALREADY_LINKED',
      'NOT_FOUND',
      'CONFLICT',
    ],
    example: { body: { provider: 'google' } },
  }),
  {
    id: 'identity.unlink',
    method: 'DELETE',
    path: `${identitiesPath}/:identity_id`,
    scope: 'user',
    summary: 'Unlink an account at an identity provider',
    returns: deleted,
    errors: ['SINGLE_IDENTITY'],
  },
]);
