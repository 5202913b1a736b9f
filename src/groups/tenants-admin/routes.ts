import { z } from 'zod';
import { confirmQuery, deleted, offsetQuery, openMap, total } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { AuthUser, newPassword } from '../../tools/sign-in/shapes.ts';
import { CreatedKey } from '../keys/shapes.ts';
import { plan } from '../plans/shapes.ts';
import { prepareTenant } from './handlers/tenant-create.ts';
import { limits, node, shardId, slug, status, Tenant, TenantMove, tenantName } from './shapes.ts';

const tenants = '/admin/tenants';
const tenant = `${tenants}/:tenant_id`;

export const routes: Route[] = [
  {
    id: 'tenant.list',
    method: 'GET',
    path: tenants,
    scope: 'platform',
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
    errors: ['ALREADY_EXISTS', 'CONCURRENCY_LIMITED', 'PLAN_LIMIT_EXCEEDED'],
    example: { body: { name: 'Acme' } },
  }),
  {
    id: 'tenant.get',
    method: 'GET',
    path: tenant,
    scope: 'platform',
    summary: 'Get a tenant',
    isVersioned: true,
    returns: Tenant,
  },
  {
    id: 'tenant.update',
    method: 'PATCH',
    path: tenant,
    scope: 'platform',
    summary: 'Change a tenant',
    description: 'Its name, plan, status, limits, features or metadata.',
    body: z.object({
      name: tenantName.optional(),
      plan_tier: plan.optional(),
      status: z.enum(['active', 'suspended']).optional(),
      limits: limits.optional(),
      features: openMap.optional(),
      metadata: openMap.optional(),
    }),
    isVersioned: true,
    returns: Tenant,
    example: { body: { plan_tier: 'pro' } },
  },
  {
    id: 'tenant.delete',
    method: 'DELETE',
    path: tenant,
    scope: 'platform',
    summary: 'Delete a tenant and everything in it',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
  },
  {
    id: 'tenant.suspend',
    method: 'POST',
    path: `${tenant}/suspend`,
    scope: 'platform',
    summary: 'Suspend a tenant',
    description: 'Its calls answer 403 until it is activated.',
    body: z.object({ reason: z.string().max(500).optional() }),
    returns: Tenant,
    example: { body: { reason: 'Unpaid invoice' } },
  },
  {
    id: 'tenant.activate',
    method: 'POST',
    path: `${tenant}/activate`,
    scope: 'platform',
    summary: 'Activate a suspended tenant',
    returns: Tenant,
  },
  {
    id: 'tenant.move',
    method: 'POST',
    path: `${tenant}/move`,
    scope: 'platform',
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
    errors: ['CONFLICT'],
    example: { body: { shard_id: '10.0.0.3:5432' } },
  },
  {
    id: 'tenant_move.get',
    method: 'GET',
    path: `${tenant}/move`,
    scope: 'platform',
    summary: 'Get the last move of a tenant',
    returns: TenantMove,
  },
];
