import { type ApiClient, CallError } from './api-client.ts';

/** A tenant as /admin shows it; what the terminal shows of it. */
export interface Tenant {
  id: string;
  name: string;
  slug: string;
  status: string;
  plan_tier: string;
  counts: { objects: number };
}

/** As many pages of /admin/tenants as it takes. */
export async function listTenants(
  client: ApiClient,
  { search, status, plan }: { search?: string; status?: string; plan?: string },
  limit: number,
): Promise<{ tenants: Tenant[]; total: number }> {
  const tenants: Tenant[] = [];
  for (;;) {
    const query = new URLSearchParams({
      limit: String(Math.min(100, limit - tenants.length)),
      offset: String(tenants.length),
    });
    for (const [name, value] of Object.entries({ search, status, plan })) {
      if (value) query.set(name, value);
    }
    const page = await client.data('GET', `/admin/tenants?${query}`);
    tenants.push(...page.tenants);
    if (tenants.length >= Math.min(limit, page.total) || page.tenants.length === 0)
      return { tenants, total: page.total };
  }
}

/** Resolves the id of a tenant given by id or slug. @throws CallError when there is none */
export async function tenantId(client: ApiClient, reference: string): Promise<string> {
  if (reference.startsWith('ten_')) return encodeURIComponent(reference);
  const { tenants } = await listTenants(client, { search: reference }, Number.MAX_SAFE_INTEGER);
  const found = tenants.find(({ slug }) => slug === reference);
  if (found) return found.id;
  throw new CallError(`There is no tenant ${reference} at ${client.url}. See: insula tenant list`);
}
