import type { SlugsLook } from '../db/questions.ts';
import { KeptAnswer } from '../ground/concurrency/kept-answer.ts';
import type { Config } from '../ground/config/config.ts';
import { asciiHost } from '../ground/shapes/hosts.ts';
import { bareHost, nameOf, ownHost } from './own-host.ts';
import type { RouteTable } from './route-table.ts';

interface Slugs {
  at: string;
  bySlug: Map<string, string>;
  byTenant: Map<string, string>;
}

/** The hosts that a proxy may get certificates for: that of BASE_URL, and those that lead to active tenants. */
export class KnownHosts {
  private readonly config: Pick<Config, 'baseUrl'>;
  private readonly routes: RouteTable;
  private readonly kept: KeptAnswer<Slugs>;

  constructor(
    config: Pick<Config, 'baseUrl'>,
    routes: RouteTable,
    ask: (since: string | null) => Promise<SlugsLook>,
  ) {
    this.config = config;
    this.routes = routes;
    this.kept = new KeptAnswer(async (before) =>
      withChanges(
        before ?? { at: '', bySlug: new Map(), byTenant: new Map() },
        await ask(before?.at ?? null),
      ),
    );
  }

  /** From memory, a few seconds old at most. */
  async has(domain: string): Promise<boolean> {
    // A port, or anything else that a certificate cannot name, is no part of a host.
    const host = /^[^:]*$/.test(domain) ? bareHost(asciiHost(domain)) : '';
    const named = nameOf(host, ownHost(this.config.baseUrl));
    if (named.kind === 'own') return host === ownHost(this.config.baseUrl);
    const { bySlug, byTenant } = await this.kept.current();
    if (named.kind === 'slug') return bySlug.has(named.slug);
    return (await this.routes.tenantsAt(named.domain)).some((tenant) => byTenant.has(tenant));
  }
}

function withChanges({ bySlug, byTenant }: Slugs, { at, changed }: SlugsLook): Slugs {
  for (const [tenant, slug] of Object.entries(changed)) {
    const before = byTenant.get(tenant);
    if (before !== undefined && bySlug.get(before) === tenant) bySlug.delete(before);
    byTenant.delete(tenant);
    if (slug === null) continue;
    bySlug.set(slug, tenant);
    byTenant.set(tenant, slug);
  }
  return { at, bySlug, byTenant };
}
