import { z } from 'zod';
import { offsetQuery, pageQuery, total, wholeNumber } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { applyBody, Diff, DiffChange, diffBody, diffStatus, Restore, section } from './shapes.ts';

const list = '/admin/diffs';
const one = `${list}/:diff_id`;
const ofDiff = { by: 'diff_tenant' };

export const routes: Route[] = [
  {
    id: 'diff.create',
    method: 'POST',
    path: '/admin/tenants/:tenant_id/diff',
    scope: 'platform',
    platformScope: 'backups:write',
    status: 201,
    summary: 'Compare a tenant with another one, or with a backup',
    description:
      'A worker finds what has to happen to the tenant so that it equals the other one. Object types and configuration ' +
      'are matched by their names, objects by their ids or by a property (`match`). The result is kept for 7 days.',
    body: diffBody,
    returns: Diff,
    errors: ['INVALID_STATE', 'SNAPSHOT_LOCKED', 'IDENTITY_REQUIRED'],
    example: { body: { with: { tenant_id: 'ten_0198c2f4a1b27c3d8e9f0a1b2c3d4e5f' } } },
  },
  {
    id: 'diff.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'List comparisons of tenants, newest first',
    query: offsetQuery.extend({
      tenant_id: z.string().max(100).optional(),
      status: diffStatus.optional(),
    }),
    returns: z.object({ diffs: z.array(Diff), ...total }),
  },
  {
    id: 'diff.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'backups:read',
    tenant: ofDiff,
    looks: ['diff_tenant'],
    summary: 'Get a comparison of two tenants',
    returns: Diff,
  },
  {
    id: 'diff_change.list',
    method: 'GET',
    path: `${one}/changes`,
    scope: 'platform',
    platformScope: 'backups:read',
    tenant: ofDiff,
    summary: 'List the changes that make a tenant equal to the other',
    query: pageQuery.extend({
      limit: wholeNumber(1, 1000, 'Page size', 100),
      section: section.optional(),
      kind: z.string().max(100).optional(),
    }),
    returns: z.object({
      results: z.array(DiffChange),
      next_cursor: z.string().nullable(),
      ...total,
    }),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'diff.cancel',
    method: 'POST',
    path: `${one}/cancel`,
    scope: 'platform',
    platformScope: 'backups:write',
    tenant: ofDiff,
    summary: 'Stop a comparison, or the application of its changes',
    returns: Diff,
    errors: ['INVALID_STATE'],
  },
  {
    id: 'diff.apply',
    method: 'POST',
    path: `${one}/apply`,
    scope: 'platform',
    platformScope: 'restore',
    tenant: ofDiff,
    status: 201,
    summary: 'Change a tenant as a comparison says',
    description:
      'A worker makes the changes by the operations that requests use. A record that has changed since it was compared is ' +
      'a conflict. What deletes has to be confirmed. Applied twice, the second time changes nothing. `GET /admin/restores/:restore_id` shows how far it is.',
    body: applyBody,
    mayRefuse: true,
    returns: Restore,
    errors: ['INVALID_STATE', 'DEPENDENCY_EXISTS'],
    example: { body: { changes: 'all' } },
  },
];
