import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../ground/config/config.ts';

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
  const host = hostOf(req);
  const suffix = `.${ownHost(config.baseUrl)}`;
  return {
    header: typeof header === 'string' ? header : undefined,
    slug: host.endsWith(suffix) ? host.slice(0, -suffix.length) : undefined,
    query: search.includes('tenant_id=')
      ? (new URLSearchParams(search).get('tenant_id') ?? undefined)
      : undefined,
  };
}

/** The host of a request when it could be a tenant's own domain: neither a host of this server nor an address. */
export function customDomain(config: Config, req: IncomingMessage): string | undefined {
  const { host: said = '' } = req.headers;
  if (said !== last.said || config.baseUrl !== last.baseUrl)
    last = { said, baseUrl: config.baseUrl, domain: domainIn(config, hostOf(req)) };
  return last.domain;
}

/** The one that was asked last: most requests of a server name the same host. */
let last: { said: string; baseUrl: string; domain: string | undefined } = {
  said: '',
  baseUrl: '',
  domain: undefined,
};

function domainIn(config: Config, host: string): string | undefined {
  const own = ownHost(config.baseUrl);
  if (host === own || host.endsWith(`.${own}`)) return undefined;
  const name = host.replace(/:\d+$/, '');
  return name.includes('.') && !isIP(name) && !name.includes(':') ? name : undefined;
}

const hostOf = (req: IncomingMessage): string => (req.headers.host ?? '').toLowerCase();

const hosts = new Map<string, string>();

function ownHost(baseUrl: string): string {
  const known = hosts.get(baseUrl);
  if (known !== undefined) return known;
  const { host } = new URL(baseUrl);
  hosts.set(baseUrl, host);
  return host;
}
