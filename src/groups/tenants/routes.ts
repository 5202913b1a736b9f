import { z } from 'zod';
import { handled, type Route } from '../../operations/route.ts';
import { mediaType } from '../../snapshot/format.ts';
import { passphraseDescription, passphraseHeader } from '../../snapshot/passphrase.ts';
import {
  AuthSession,
  AuthUser,
  email,
  newPassword,
  signInLimit,
  tenantId,
  turnstileToken,
} from '../../tools/sign-in/shapes.ts';
import { CreatedKey } from '../keys/shapes.ts';
import { brandName } from '../settings/shapes.ts';
import { exported, slug, tenantName } from '../tenants-admin/shapes.ts';
import { withProcess } from './handlers/config.ts';
import { exportOwnTenant, nonceHeader } from './handlers/export.ts';
import { signUpTenant } from './handlers/signup.ts';
import { credentials, OwnTenant, TenantConfig } from './shapes.ts';

export const routes: Route[] = [
  handled({
    id: 'tenant_config.get',
    method: 'GET',
    path: '/v1/tenant-config',
    scope: 'public',
    limit: { name: 'tenant-config', points: 1500, seconds: 300 },
    summary: 'Get the public settings of a tenant for a sign-in page',
    query: z.object({ tenant_id: tenantId.optional() }),
    returns: TenantConfig,
    before: withProcess,
  }),
  {
    id: 'tenant.lookup',
    method: 'POST',
    path: '/v1/tenants/lookup',
    scope: 'open',
    isMutation: false,
    limit: { name: 'lookup', points: 30, seconds: 300 },
    summary: 'Find the tenants that an email belongs to',
    body: z.object({ email }),
    returns: z.array(z.object({ tenant_id: z.string(), brand_name: z.string() })),
    example: { body: { email: 'ada@example.com' } },
  },
  {
    id: 'tenant_current.get',
    method: 'GET',
    path: '/v1/tenants/current',
    scope: 'read',
    summary: 'Get your tenant',
    isVersioned: true,
    returns: OwnTenant,
  },
  {
    id: 'tenant_current.update',
    notImpersonated: true,
    method: 'PATCH',
    path: '/v1/tenants/current',
    scope: '*',
    summary: 'Change the name or branding of your tenant',
    body: z.object({ name: tenantName.optional(), brand_name: brandName.nullish() }),
    isVersioned: true,
    returns: OwnTenant,
    example: { body: { name: 'Acme Ltd' } },
  },
  handled({
    id: 'tenant_current.export',
    notImpersonated: true,
    method: 'GET',
    path: '/v1/tenants/current/export',
    scope: '*',
    isBeyondPlan: true,
    summary: 'Download everything of your tenant',
    description:
      'A snapshot of all its rows and files as of the moment of the call, as one file that any installation of Insula can ' +
      'restore: docs/operate/snapshot-format.md. Without secrets, such as those of webhooks. At most once an hour. Of users ' +
      'only owners may; a session older than 24 hours needs a nonce from /v1/auth/reauthenticate.',
    query: z.object(exported),
    takesHeaders: {
      [passphraseHeader]: passphraseDescription,
      [nonceHeader]: 'Of a user whose session is older than 24 hours: from /v1/auth/reauthenticate',
    },
    produces: [mediaType],
    returns: z.never(),
    handler: exportOwnTenant,
    isComposed: true,
    mayRefuse: true,
    operations: ['tenant_current_export_begin'],
    errors: ['CONCURRENCY_LIMITED', 'INSUFFICIENT_AAL', 'OTP_EXPIRED'],
  }),
  handled({
    id: 'tenant.signup',
    tenant: 'made',
    method: 'POST',
    path: '/v1/tenants',
    scope: 'open',
    status: 201,
    limit: signInLimit,
    summary: 'Create a tenant of your own, and sign in as its owner',
    description:
      'Only if the operator has set SELF_SERVE=on, or `self_serve` in the settings of the installation. email and password may be inside `owner`.',
    body: z
      .object({
        name: tenantName,
        slug: slug.optional(),
        brand_name: brandName.optional(),
        owner: credentials.optional(),
        email: email.optional(),
        password: newPassword.optional(),
        plan_tier: z.string().max(50).optional().meta({
          description:
            'free or unlimited; other plans cannot be chosen here, and only free while the operator has set a default_plan',
        }),
        region: z.string().max(50).optional(),
        turnstile_token: turnstileToken.optional(),
      })
      .refine(({ owner, email: address, password }) => owner ?? (address && password), {
        message: 'must contain email and password, unless they are at the top level',
        path: ['owner'],
      }),
    hasSecret: true,
    makesSession: true,
    returns: CreatedKey.extend({ tenant: OwnTenant, user: AuthUser, session: AuthSession }),
    handler: signUpTenant,
    errors: [
      ...(['FORBIDDEN', 'ALREADY_EXISTS', 'CONCURRENCY_LIMITED', 'INVALID_STATE'] as const),
      'PLAN_LIMIT_EXCEEDED',
    ],
    example: {
      body: { name: 'Acme', owner: { email: 'ada@example.com', password: 'correct horse' } },
    },
  }),
];
