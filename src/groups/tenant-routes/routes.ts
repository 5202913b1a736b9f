import { z } from 'zod';
import { deleted, offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { changed, prepareRoute, withOwnHost } from './handlers/own-host.ts';
import { prepareVerification } from './handlers/verify.ts';
import { hostname, pathPrefix, source, TenantRoute, tenantId, verification } from './shapes.ts';

const list = '/admin/routes';
const one = `${list}/:route_id`;

const reads = { method: 'GET', scope: 'platform', platformScope: 'infra:read' } as const;
const writes = { scope: 'platform', platformScope: 'infra:write' } as const;

/** An answer may be sent back: null is left out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const routes: Route[] = [
  handled({
    ...reads,
    id: 'route.list',
    path: list,
    summary: 'List routes to tenants',
    description:
      'Those of the operator, newest first, then domains that tenants have verified, then slugs of tenants.',
    query: offsetQuery.extend({
      tenant_id: tenantId.optional(),
      source: source.optional(),
      hostname: hostname.optional(),
    }),
    returns: z.object({ routes: z.array(TenantRoute), ...total }),
    before: withOwnHost,
  }),
  handled({
    ...writes,
    id: 'route.create',
    method: 'POST',
    path: list,
    status: 201,
    summary: 'Create a route to a tenant',
    description:
      'A host, a prefix of paths, or both. Calls without a token that come by it are for the tenant; a token of another one is refused there (403). A host waits ' +
      'for its proof; a prefix on the host of BASE_URL needs none.',
    body: z
      .object({
        tenant_id: tenantId,
        hostname: hostname.nullable().optional(),
        path_prefix: pathPrefix.nullable().optional(),
        verification: verification.optional(),
      })
      .refine((body) => isGiven(body.hostname) || isGiven(body.path_prefix), {
        message: 'must be given, unless path_prefix is',
        path: ['hostname'],
      })
      .refine((body) => isGiven(body.hostname) || body.verification === undefined, {
        message: 'must be left out: a prefix on the host of BASE_URL needs no proof',
        path: ['verification'],
      }),
    isVersioned: true,
    returns: TenantRoute,
    before: prepareRoute,
    after: changed,
    errors: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_STATE'],
    example: {
      body: { tenant_id: 'ten_0192f7c1d5e87a3b9c4d2e1f0a6b8c01', hostname: 'app.example.com' },
    },
  }),
  handled({
    ...reads,
    id: 'route.get',
    path: one,
    summary: 'Get a route',
    isVersioned: true,
    returns: TenantRoute,
    before: withOwnHost,
  }),
  handled({
    ...writes,
    id: 'route.update',
    method: 'PATCH',
    path: one,
    summary: 'Change a route, or disable it',
    description:
      'Another `verification.type` begins with a new value, and the route waits for its proof.',
    body: z.object({
      tenant_id: tenantId.optional(),
      path_prefix: pathPrefix.nullable().optional(),
      status: z.enum(['active', 'disabled']).optional(),
      verification: verification.optional(),
    }),
    isVersioned: true,
    returns: TenantRoute,
    after: changed,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { status: 'disabled' } },
  }),
  handled({
    ...writes,
    id: 'route.delete',
    method: 'DELETE',
    path: one,
    summary: 'Delete a route',
    isConditional: true,
    returns: deleted,
    after: changed,
    errors: ['INVALID_STATE'],
  }),
  handled({
    ...writes,
    id: 'route.verify',
    method: 'POST',
    path: `${one}/verify`,
    summary: 'Verify the host of a route',
    description:
      'Looks for the TXT record, or calls the host on port 80. If the proof is there, the route becomes active; if not, ' +
      '`verification.error` says why. A worker does so once a day, and disables a route whose proof is lost for 7 days.',
    returns: TenantRoute,
    before: prepareVerification,
    after: changed,
    errors: ['ALREADY_EXISTS', 'CONFLICT', 'INVALID_STATE'],
  }),
];
