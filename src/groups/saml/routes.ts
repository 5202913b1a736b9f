import { z } from 'zod';
import { tenantOfSecret } from '../../credentials/tenant-of-secret.ts';
import { deleted, flag } from '../../ground/shapes/schemas.ts';
import { foreign } from '../../ground/shapes/strict.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import {
  codeChallenge,
  codeChallengeMethod,
  email,
  federationLimit,
  redirectTo,
  tenantId,
} from '../../tools/sign-in/shapes.ts';
import { domain, fields, maxMessage, noData, SamlProvider } from './shapes.ts';

type Fields = z.infer<typeof fields>;
const notBoth = ({ metadata_xml, metadata_url }: Fields) =>
  metadata_xml === undefined || metadata_url === undefined;
const one = {
  message: 'must be given, or metadata_url instead, but not both',
  path: ['metadata_xml'],
};

const ways = ['email', 'domain', 'provider_id'] as const;
const provider = '/v1/auth/saml/providers/:provider_id';
const metadataErrors = ['ALREADY_EXISTS', 'UPSTREAM_ERROR', 'INSUFFICIENT_SCOPE'] as const;

const metadataType = 'application/samlmetadata+xml';
const keeper = () => import('./handlers/provider.ts');

export const routes: Route[] = notImpersonated([
  {
    id: 'saml_provider.list',
    method: 'GET',
    path: '/v1/auth/saml/providers',
    scope: 'auth',
    summary: 'List identity providers',
    carriesHeaders: true,
    returns: z.array(SamlProvider),
  },
  handled({
    id: 'saml_provider.create',
    method: 'POST',
    path: '/v1/auth/saml/providers',
    scope: 'auth',
    status: 201,
    summary: 'Add an identity provider by its metadata',
    body: fields
      .extend({ name: z.string().min(1).max(200) })
      .refine(notBoth, one)
      .refine((given) => (given.metadata_xml ?? given.metadata_url) !== undefined, one),
    isVersioned: true,
    returns: SamlProvider,
    before: lazy(keeper, 'prepareProvider'),
    reads: ['metadata_xml', 'metadata_url'],
    errors: [...metadataErrors],
    example: {
      body: {
        name: 'Example Corp',
        metadata_xml: '<EntityDescriptor …>…</EntityDescriptor>',
        domains: ['example.com'],
      },
    },
  }),
  {
    id: 'saml_provider.get',
    method: 'GET',
    path: provider,
    scope: 'auth',
    summary: 'Get an identity provider',
    isVersioned: true,
    returns: SamlProvider,
  },
  handled({
    id: 'saml_provider.update',
    method: 'PATCH',
    path: provider,
    scope: 'auth',
    summary: 'Change an identity provider or refresh its metadata',
    body: fields.refine(notBoth, one),
    isVersioned: true,
    returns: SamlProvider,
    before: lazy(keeper, 'prepareChange'),
    reads: ['provider_id', 'metadata_xml', 'metadata_url'],
    errors: [...metadataErrors],
    example: { body: { enabled: false } },
  }),
  {
    id: 'saml_provider.delete',
    method: 'DELETE',
    path: provider,
    scope: 'auth',
    summary: 'Remove an identity provider',
    description: 'Its users are kept and must sign in another way.',
    isConditional: true,
    returns: deleted,
  },
  handled({
    id: 'saml.login',
    method: 'POST',
    path: '/v1/auth/saml/login',
    scope: 'public',
    limit: federationLimit,
    summary: 'Start a sign-in at a user’s identity provider',
    description:
      'Answers 303 to the provider, or its address with `skip_http_redirect`. The browser comes back to `redirect_to` with `?code=`, for /v1/auth/oauth/token, or with `?error=`. A `code_challenge` binds the code to the client that started the sign-in.',
    redirects: 'unless_asked',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        email: email.optional(),
        domain: domain.optional(),
        provider_id: z.string().max(100).optional(),
        redirect_to: redirectTo.optional(),
        skip_http_redirect: z.boolean().optional(),
        code_challenge: codeChallenge.optional(),
        code_challenge_method: codeChallengeMethod.optional(),
      })
      .refine((given) => ways.filter((way) => given[way] !== undefined).length === 1, {
        message: 'must be given, or domain or provider_id instead; exactly one of them',
        path: ['email'],
      }),
    returns: z.object({ url: z.string() }),
    handler: lazy(() => import('./handlers/login.ts'), 'samlLogin'),
    errors: ['PROVIDER_DISABLED', 'NOT_FOUND', 'INVALID_REDIRECT'],
    example: { body: { email: 'ada@example.com', skip_http_redirect: true } },
  }),
  handled({
    id: 'saml.metadata',
    method: 'GET',
    path: '/v1/auth/saml/metadata',
    scope: 'public',
    summary: 'Get this service provider’s metadata',
    description: 'Register this at the identity provider.',
    query: z.object({
      tenant_id: tenantId.optional(),
      provider_id: z.string().max(100).optional().meta({ description: 'Must exist' }),
      download: flag.optional().meta({ description: '`true`: as a file to save' }),
    }),
    produces: [metadataType],
    returns: noData,
    handler: lazy(() => import('./handlers/metadata.ts'), 'samlMetadata'),
    errors: ['NOT_FOUND'],
  }),
  handled({
    id: 'saml.acs',
    method: 'POST',
    path: '/v1/auth/saml/acs',
    scope: 'public',
    summary: 'Complete a sign-in with SAML',
    description:
      'Where the browser posts the identity provider’s response; it is redirected with a one-time code. Once `RelayState` is known, errors go to `redirect_to` too: `error`, `error_code`, `error_description`.',
    redirects: 'always_302',
    takes: 'form',
    body: foreign(
      z.object({
        SAMLResponse: z.string().min(1).max(maxMessage),
        RelayState: z.string().min(1).max(200),
      }),
    ),
    mayRefuse: true,
    returns: noData,
    tenant: { from: ({ RelayState }) => tenantOfSecret(RelayState) },
    handler: lazy(() => import('./handlers/acs.ts'), 'samlAcs'),
    operations: ['saml_acs_begin'],
    errors: ['PLAN_LIMIT_EXCEEDED', 'OTP_EXPIRED'],
    example: { body: { SAMLResponse: 'PHNhbWxwOlJlc3BvbnNl…', RelayState: '0192f7….b7Kq…' } },
  }),
  handled({
    id: 'saml.slo',
    notImpersonated: true,
    method: 'GET',
    path: '/v1/auth/saml/slo',
    scope: 'public',
    isMutation: true,
    takesToken: true,
    summary: 'Sign a user out with SAML',
    description:
      'An identity provider that has signed a user out sends the browser here with a signed LogoutRequest (HTTP-Redirect): the user’s sessions end, and the browser goes back with the answer, or to `site_url`. With the access token of a user, it signs the user out and goes to the provider that had signed them in.',
    redirects: 'always',
    query: foreign(
      z.object({
        tenant_id: tenantId.optional(),
        SAMLRequest: z.string().max(8000).optional(),
        SAMLResponse: z.string().max(8000).optional(),
        RelayState: z.string().max(200).optional(),
        SigAlg: z.string().max(100).optional(),
        Signature: z.string().max(2000).optional(),
      }),
    ),
    returns: noData,
    handler: lazy(() => import('./handlers/slo.ts'), 'samlSlo'),
    operations: ['saml_slo_own'],
    looks: ['saml_slo_begin'],
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_DISABLED', 'INVALID_REDIRECT'],
  }),
]);
