import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Tenants (ids or slugs) that a request names beside its token: X-Tenant-ID, `?tenant_id=`, `<slug>.<host of BASE_URL>`.
 * They choose nothing; auth.authenticate refuses the ones that contradict the token.
 */
export function tenantHints(config: Config, req: IncomingMessage, search: string): string[] {
  const hints: string[] = [];
  const header = req.headers['x-tenant-id'];
  if (typeof header === 'string') hints.push(header);
  if (search.includes('tenant_id=')) {
    const value = new URLSearchParams(search).get('tenant_id');
    if (value !== null) hints.push(value);
  }
  const host = (req.headers.host ?? '').toLowerCase();
  const suffix = `.${hostOf(config.baseUrl)}`;
  if (host.endsWith(suffix)) hints.push(host.slice(0, -suffix.length));
  return hints;
}

const hosts = new Map<string, string>();

function hostOf(baseUrl: string): string {
  const known = hosts.get(baseUrl);
  if (known !== undefined) return known;
  const { host } = new URL(baseUrl);
  hosts.set(baseUrl, host);
  return host;
}
