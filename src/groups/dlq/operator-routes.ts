import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { DeadLetter, source } from './shapes.ts';

const list = '/admin/dlq';
const one = `${list}/:msg_id`;
const ofLetter = { by: 'dead_letter_tenant' };
const ofTenant = z.object({
  tenant_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Its tenant, where several have a dead letter of this id' }),
});

export const operatorRoutes: Route[] = [
  {
    id: 'platform_dead_letter.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'infra:read',
    summary: 'List dead letters of all tenants, newest first',
    description:
      'Without their payloads. Those among the newest 10,000 of all tenants, or of the tenant that `tenant_id` names.',
    query: offsetQuery.extend({
      source: source.optional(),
      tenant_id: z.string().max(100).optional(),
      status: DeadLetter.shape.status
        .optional()
        .meta({ description: 'Default: all but discarded ones' }),
    }),
    returns: z.object({
      messages: z.array(
        DeadLetter.omit({ payload: true })
          .extend({ tenant_id: z.string() })
          .meta({ id: 'PlatformDeadLetter' }),
      ),
      ...total,
    }),
  },
  {
    id: 'platform_dead_letter.retry',
    method: 'POST',
    path: `${one}/retry`,
    scope: 'platform',
    platformScope: 'infra:write',
    tenant: ofLetter,
    looks: ['dead_letter_tenant'],
    query: ofTenant,
    summary: 'Retry a dead letter of a tenant',
    returns: z.object({ retried: z.literal(true) }),
    errors: ['INVALID_STATE'],
  },
  {
    id: 'platform_dead_letter.discard',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'infra:write',
    tenant: ofLetter,
    query: ofTenant,
    summary: 'Discard a dead letter of a tenant',
    returns: z.object({ discarded: z.literal(true) }),
    errors: ['INVALID_STATE'],
  },
];
