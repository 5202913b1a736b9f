import { z } from 'zod';
import { offsetQuery, openMap, timestamp, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { text } from './shapes.ts';

const filters = offsetQuery.extend({
  action: text('An action such as `tenant.suspended`, or `tenant.*`'),
  actor: text('The author: the id of a platform key, a key or a user'),
  resource_id: text('The id of the record that was changed'),
  since: timestamp.optional().meta({ description: 'Done at or after this moment' }),
  until: timestamp.optional().meta({ description: 'Done before this moment' }),
});

const PlatformAuditLog = z
  .object({
    id: z.string(),
    tenant_id: z.string().nullable().meta({ description: 'The tenant that it was about' }),
    actor: z.object({
      type: z.literal('platform'),
      id: z.string().meta({ description: 'The id of a platform key; `env`: PLATFORM_ADMIN_KEY' }),
      label: z.string(),
    }),
    action: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    changes: z.object({ before: openMap.nullable(), after: openMap.nullable() }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'PlatformAuditLog' });

/** A row of a tenant's audit log without what was written. */
const TenantAuditLog = z
  .object({
    id: z.string(),
    action: z.string(),
    actor: z.looseObject({ type: z.string().nullable(), id: z.string().nullable() }),
    resource_type: z.string(),
    resource_id: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'TenantAuditLog' });

export const operatorRoutes: Route[] = [
  {
    id: 'platform_audit.list',
    method: 'GET',
    path: '/admin/audit-logs',
    scope: 'platform',
    platformScope: 'audit',
    summary: 'List the audit log of the operator, newest first',
    description:
      'Everything that was changed under /admin and /owner, and calls that were refused to a valid key with 403: `call.refused`, with the operation as its resource.',
    query: filters.extend({ tenant_id: text('The tenant that it was about') }),
    returns: z.object({ logs: z.array(PlatformAuditLog), ...total }),
  },
  {
    id: 'tenant_audit.list',
    method: 'GET',
    path: '/admin/tenants/:tenant_id/audit-logs',
    scope: 'platform',
    platformScope: 'audit',
    summary: 'List the audit log of a tenant, newest first',
    description: 'Without what was written: GET /v1/audit-logs shows that to the tenant.',
    query: filters.extend({ resource_type: text('A kind of record, such as `object`') }),
    returns: z.object({ logs: z.array(TenantAuditLog), ...total }),
  },
];
