import type { IncomingMessage } from 'node:http';
import type { Config } from '../ground/config/config.ts';
import { namedHost } from './own-host.ts';

/** Tenants that a request names, each by id or slug. */
export interface TenantHints {
  header: string | undefined;
  slug: string | undefined;
  query: string | undefined;
}

/**
 * Tenants that a request names beside its token: X-Tenant-ID, `<slug>.<host of BASE_URL>`, `?tenant_id=`. With a token
 * they choose nothing; auth.authenticate refuses the ones that contradict it.
 */
export function tenantHints(config: Config, req: IncomingMessage, search: string): TenantHints {
  const header = req.headers['x-tenant-id'];
  const named = namedHost(config.baseUrl, req);
  return {
    header: typeof header === 'string' ? header : undefined,
    slug: named.kind === 'slug' ? named.slug : undefined,
    query: search.includes('tenant_id=')
      ? (new URLSearchParams(search).get('tenant_id') ?? undefined)
      : undefined,
  };
}
