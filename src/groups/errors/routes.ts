import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
import { ErrorGroup, level, OwnerError, report, status, WholeError } from './shapes.ts';

const permission = 'errors:manage';
const list = '/v1/errors';
const one = `${list}/:error_id`;

export const routes: Route[] = [
  handled({
    id: 'error.report',
    method: 'POST',
    path: `${list}/report`,
    scope: 'public',
    permission: 'objects:read',
    asksForToken: true,
    status: 201,
    summary: 'Report an error of an application',
    description:
      'Send any token of the tenant, or, from a browser, none: then X-Tenant-ID, the host or ' +
      '?tenant_id= names the tenant. Up to 64 KB. Tokens, cookies, passwords and card numbers ' +
      'are removed before it is stored. Up to ten reports a minute of each error are kept as ' +
      'samples and become events; all are counted.',
    limit: { name: 'error_report', points: 120, seconds: 60 },
    body: report,
    returns: z.object({ error_id: z.string() }),
    before: lazy(() => import('./handlers/report.ts'), 'prepareReport'),
    errors: ['PAYLOAD_TOO_LARGE'],
    example: {
      body: { message: 'x is undefined', source: 'web', level: 'error', path: '/cart' },
    },
  }),
  {
    id: 'error.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List reported errors, most recent first',
    query: offsetQuery.extend({ status: status.optional(), level: level.optional() }),
    returns: z.object({ errors: z.array(ErrorGroup), ...total }),
  },
  {
    id: 'error.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get an error with its releases and samples',
    isVersioned: true,
    returns: WholeError,
  },
  {
    id: 'error.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Resolve, ignore or reopen an error',
    description:
      'The next report reopens a resolved error. Reports of an ignored error are counted, but not sampled, and cause no events.',
    body: z.object({ status }),
    isVersioned: true,
    returns: WholeError,
    example: { body: { status: 'resolved' } },
  },
  {
    id: 'owner_error.list',
    method: 'GET',
    path: '/owner/errors',
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'List the errors of all tenants, most recent first',
    query: offsetQuery.extend({ tenant_id: z.string().max(100).optional() }),
    returns: z.object({ errors: z.array(OwnerError), ...total }),
  },
];
