import { z } from 'zod';
import {
  confirmQuery,
  deleted,
  flag,
  offsetQuery,
  openMap,
  total,
  wholeNumber,
} from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { mediaType } from '../../snapshot/format.ts';
import { passphraseDescription, passphraseHeader } from '../../snapshot/passphrase.ts';
import { AuthUser, ImpersonatedSession, newPassword } from '../../tools/sign-in/shapes.ts';
import { CreatedKey } from '../keys/shapes.ts';
import { plan } from '../plans/shapes.ts';
import { countImpersonation } from './handlers/impersonate.ts';
import { prepareTenant } from './handlers/tenant-create.ts';
import { tenantErasure } from './handlers/tenant-erasure.ts';
import { exportTenant } from './handlers/tenant-export.ts';
import {
  Erasure,
  expiry,
  exported,
  limits,
  node,
  outbound,
  shardId,
  slug,
  status,
  Tenant,
  TenantMove,
  tenantName,
} from './shapes.ts';

const tenants = '/admin/tenants';
const tenant = `${tenants}/:tenant_id`;

export const routes: Route[] = [
  {
    id: 'tenant.list',
    method: 'GET',
    path: tenants,
    scope: 'platform',
    platformScope: 'tenants:read',
    summary: 'List tenants',
    query: offsetQuery.extend({
      search: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Searches name, slug and the owner’s email; or an id' }),
      status: status.optional(),
      plan: plan.optional(),
      shard_id: shardId.optional(),
    }),
    returns: z.object({ tenants: z.array(Tenant), ...total }),
  },
  handled({
    id: 'tenant.create',
    tenant: 'made',
    method: 'POST',
    path: tenants,
    scope: 'platform',
    platformScope: 'tenants:write',
    status: 201,
    summary: 'Create a tenant with its first API key and its owner',
    body: z
      .object({
        name: tenantName,
        slug: slug.optional(),
        owner_email: z
          .email()
          .max(254)
          .optional()
          .meta({ description: 'Becomes the first user, with the role owner' }),
        owner_password: newPassword.optional(),
        plan_tier: plan.optional(),
        region: z.string().max(50).optional(),
        shard_id: shardId.nullable().optional(),
        limits: limits.optional(),
        metadata: openMap.optional(),
      })
      .refine((fields) => !fields.owner_password || fields.owner_email !== undefined, {
        message: 'needs owner_email',
        path: ['owner_password'],
      }),
    hasSecret: true,
    returns: CreatedKey.extend({ tenant: Tenant, owner_user: AuthUser.nullable() }),
    before: prepareTenant,
    errors: ['ALREADY_EXISTS', 'CONCURRENCY_LIMITED', 'INVALID_STATE', 'PLAN_LIMIT_EXCEEDED'],
    example: { body: { name: 'Acme' } },
  }),
  {
    id: 'tenant.get',
    method: 'GET',
    path: tenant,
    scope: 'platform',
    platformScope: 'tenants:read',
    summary: 'Get a tenant',
    isVersioned: true,
    returns: Tenant,
  },
  {
    id: 'tenant.update',
    method: 'PATCH',
    path: tenant,
    scope: 'platform',
    platformScope: 'tenants:write',
    summary: 'Change a tenant',
    description:
      'Its name, plan, status, limits, features or metadata; whether anything leaves it; when it is deleted.',
    body: z.object({
      name: tenantName.optional(),
      plan_tier: plan.optional(),
      status: z.enum(['active', 'suspended']).optional(),
      limits: limits.optional(),
      features: openMap.optional(),
      metadata: openMap.optional(),
      outbound: outbound.optional(),
      expires_at: expiry.nullable().optional(),
    }),
    isVersioned: true,
    returns: Tenant,
    errors: ['INVALID_STATE'],
    example: { body: { plan_tier: 'pro' } },
  },
  {
    id: 'tenant.delete',
    method: 'DELETE',
    path: tenant,
    scope: 'platform',
    platformScope: 'tenants:write',
    summary: 'Delete a tenant and everything in it',
    query: confirmQuery.extend({
      keep_backups: flag.optional().meta({
        description: '`true` keeps the backups of the tenant, which are deleted otherwise',
      }),
      keep_journal_days: wholeNumber(
        0,
        3650,
        'How long its journal stays, for inquiries; 0: it goes with the rest',
        30,
      ),
    }),
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS', 'INVALID_STATE'],
  },
  handled({
    id: 'tenant_erasure.get',
    method: 'GET',
    path: `${tenant}/erasure`,
    scope: 'platform',
    platformScope: 'tenants:read',
    summary: 'Get the erasure of a deleted tenant',
    description:
      'How far it has come; when it is complete, a signed statement about it: docs/operate/tenants.md.',
    returns: Erasure,
    handler: tenantErasure,
  }),
  handled({
    id: 'tenant.export',
    method: 'GET',
    path: `${tenant}/export`,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'Download a snapshot of a tenant',
    description:
      'All of it as of the moment of the call, as one file: docs/operate/snapshot-format.md. It is made while it is sent, ' +
      'and no record of it is kept. The tenant reads and writes as ever.',
    query: z.object({
      type: z.enum(['tenant', 'schema']).default('tenant').meta({
        description: '`schema`: types and configuration, without objects, users, files and journal',
      }),
      ...exported,
      secrets: flag.default(false).meta({
        description: 'With the tenant’s secrets; only in an encrypted snapshot',
      }),
    }),
    takesHeaders: { [passphraseHeader]: passphraseDescription },
    produces: [mediaType],
    returns: z.never(),
    handler: exportTenant,
    errors: ['CONCURRENCY_LIMITED', 'INVALID_STATE'],
  }),
  {
    id: 'tenant.suspend',
    method: 'POST',
    path: `${tenant}/suspend`,
    scope: 'platform',
    platformScope: 'tenants:write',
    summary: 'Suspend a tenant',
    description: 'Its calls answer 403 until it is activated.',
    body: z.object({ reason: z.string().max(500).optional() }),
    returns: Tenant,
    errors: ['INVALID_STATE'],
    example: { body: { reason: 'Unpaid invoice' } },
  },
  {
    id: 'tenant.activate',
    method: 'POST',
    path: `${tenant}/activate`,
    scope: 'platform',
    platformScope: 'tenants:write',
    summary: 'Activate a suspended tenant',
    returns: Tenant,
    errors: ['INVALID_STATE'],
  },
  {
    id: 'tenant.move',
    method: 'POST',
    path: `${tenant}/move`,
    scope: 'platform',
    platformScope: 'tenants:write',
    summary: 'Move a tenant to another node of the cluster',
    description:
      'A worker moves it; meanwhile the tenant is `migrating`. Reads and writes continue; a ' +
      'write that would wait for more than two seconds gets 503. Tenants that share its shard ' +
      'move with it, unless `alone` is true. Needs a cluster.',
    body: z.object({
      shard_id: node,
      alone: z.boolean().optional().meta({
        description:
          'Isolate it in its own shard first. While its rows are copied, writes of all tenants on its shard wait, or get 503',
      }),
    }),
    returns: TenantMove,
    errors: ['CONFLICT', 'INVALID_STATE'],
    example: { body: { shard_id: '10.0.0.3:5432' } },
  },
  handled({
    id: 'tenant.impersonate',
    method: 'POST',
    path: `${tenant}/impersonate`,
    scope: 'platform',
    platformScope: 'impersonate',
    summary: 'Act as a user of a tenant for 15 minutes',
    description:
      'The user is told. The session does what the user may, but does not change their account or anything that acts later: ' +
      'docs/operate/impersonation.md. Its access token has the claim `act`.',
    body: z.object({
      user_id: z.string().min(1).max(100),
      reason: z
        .string()
        .trim()
        .min(3)
        .max(500)
        .meta({ description: 'For the audit log of the tenant' }),
    }),
    makesSession: true,
    isUntried: true,
    returns: ImpersonatedSession,
    after: countImpersonation,
    errors: ['CONCURRENCY_LIMITED', 'IMPERSONATION_REFUSED', 'INVALID_STATE'],
    example: {
      body: { user_id: 'usr_0197c4b5e6f87a01b2c3d4e5f6a7b8c9', reason: 'Ticket 4711: empty list' },
    },
  }),
  {
    id: 'tenant_move.get',
    method: 'GET',
    path: `${tenant}/move`,
    scope: 'platform',
    platformScope: 'tenants:read',
    summary: 'Get the last move of a tenant',
    returns: TenantMove,
  },
];
