import { z } from 'zod';
import { tenantOfSecret } from '../../credentials/tenant-of-secret.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { requireOn } from '../../tools/messages/require-on.ts';
import { email, redirectTo, sendLimit, tenantId, verifyLimit } from '../../tools/sign-in/shapes.ts';
import { capabilities, PortalIdentity, PortalSession } from './shapes.ts';

const handlers = () => import('./handlers.ts');
/** The permission that auth.authenticate_portal gives to a contact. No role permits it: it is only for contacts. */
const permission = 'portal';

export const routes: Route[] = notImpersonated([
  {
    id: 'portal_auth.request',
    method: 'POST',
    path: '/v1/portal/auth/request',
    scope: 'public',
    limit: sendLimit,
    summary: 'Mail a contact a link to the portal',
    description:
      'The answer is the same whether or not the address is known. The link works once, for 15 minutes. An address gets at most one message in 60 seconds and 10 in an hour; beyond that the answer is still the same.',
    body: z.object({
      tenant_id: tenantId.optional(),
      email,
      object_type_id: z.string().min(1).max(200).optional().meta({
        description: 'The object type of the portal, by id or name; optional',
      }),
      redirect_to: redirectTo.optional(),
    }),
    mayRefuse: true,
    returns: z.object({ message: z.string() }),
    before: requireOn,
    errors: ['PROVIDER_DISABLED', 'INVALID_REDIRECT', 'INVALID_STATE'],
    example: { body: { email: 'ada@example.com' } },
  },
  handled({
    id: 'portal_auth.verify',
    method: 'POST',
    path: '/v1/portal/auth/verify',
    scope: 'public',
    limit: verifyLimit,
    tenant: { from: ({ token }) => tenantOfSecret(token) },
    summary: 'Sign a contact in with the token of a link',
    description:
      'The access token is valid for GET /v1/portal/me and POST /v1/portal/auth/logout only.',
    body: z.object({
      tenant_id: tenantId.optional(),
      token: z.string().min(1).max(200).meta({ description: 'The token of the link; works once' }),
    }),
    mayRefuse: true,
    returns: PortalSession,
    handler: lazy(handlers, 'verifyPortal'),
    errors: ['PROVIDER_DISABLED', 'OTP_EXPIRED'],
    example: { body: { token: '0123456789abcdef0123456789abcdef.secret' } },
  }),
  {
    id: 'portal_access.create',
    method: 'POST',
    path: '/v1/portal/access',
    scope: 'auth',
    status: 201,
    summary: 'Create a sign-in link for a contact',
    description:
      'For your server, which delivers the link itself. The link works once. 404 if the tenant has no portal.',
    body: z
      .object({
        object_id: z.string().min(1).max(200).optional().meta({ description: 'The contact' }),
        user_id: z.string().min(1).max(200).optional().meta({
          description: 'Instead of a contact: the user whose email address the contact has',
        }),
        capabilities: capabilities.default([]),
        expires_in: z.number().int().min(60).max(604_800).default(3600).meta({
          description: 'Seconds until the link expires, from 60 to 604,800',
        }),
        redirect_to: redirectTo.optional(),
      })
      .refine(({ object_id, user_id }) => (object_id === undefined) !== (user_id === undefined), {
        message: 'must be given, or user_id instead, but not both',
        path: ['object_id'],
      }),
    hasSecret: true,
    returns: z.object({ url: z.string(), token: z.string() }),
    after: lazy(handlers, 'showAccess'),
    errors: ['INVALID_REDIRECT', 'NOT_FOUND'],
    example: { body: { object_id: 'obj_1', capabilities: ['orders:read'] } },
  },
  {
    id: 'portal.me',
    method: 'GET',
    path: '/v1/portal/me',
    scope: 'user',
    permission,
    summary: 'Get the signed-in contact',
    description: 'With the access token of POST /v1/portal/auth/verify.',
    returns: PortalIdentity,
  },
  {
    id: 'portal_auth.logout',
    method: 'POST',
    path: '/v1/portal/auth/logout',
    scope: 'user',
    permission,
    summary: 'Sign out of the portal',
    description: 'Ends this session from the next call on.',
    returns: z.object({ revoked: z.literal(true) }),
  },
]);
