import type { IncomingMessage } from 'node:http';
import type { RouteLine, RoutesLook } from '../db/questions.ts';
import { KeptAnswer } from '../ground/concurrency/kept-answer.ts';
import type { Config } from '../ground/config/config.ts';
import { namedHost } from './own-host.ts';
import { firstPart, partsOfTenants, reservedParts } from './reserved-paths.ts';

/** The way by which a request came to a tenant without naming it. */
export interface Via {
  tenant: string;
  /** '' for the host of BASE_URL. */
  host: string;
  /** The beginning of its path, which is cut off; '' for none. */
  prefix: string;
  /** The tenant has verified the host as its own domain: its addresses lie under it. */
  isDomain: boolean;
}

interface Table {
  stamp: string;
  /** By host, the longest prefix first. */
  byHost: ReadonlyMap<string, Via[]>;
}

/** The hosts and prefixes that lead to tenants, in memory: as the database had them a few seconds ago at most. */
export class RouteTable {
  private readonly config: Pick<Config, 'baseUrl'>;
  private readonly kept: KeptAnswer<Table>;

  constructor(config: Pick<Config, 'baseUrl'>, ask: (stamp: string | null) => Promise<RoutesLook>) {
    this.config = config;
    this.kept = new KeptAnswer(async (before) => tableOf(await ask(before?.stamp ?? null), before));
  }

  /** The tenant that the host of a request leads to by itself. Of most requests, the host is our own: that is known at once. */
  ofHost(req: IncomingMessage): Via | undefined | Promise<Via | undefined> {
    const named = namedHost(this.config.baseUrl, req);
    if (named.kind !== 'domain') return undefined;
    return this.read(({ byHost }) => byHost.get(named.domain)?.find(({ prefix }) => prefix === ''));
  }

  /**
   * The tenant that the beginning of a path leads to. A path that this server has itself leads to none, which is known at once.
   * @returns undefined also for what a prefix does not stand before
   */
  ofPath(req: IncomingMessage): Via | undefined | Promise<Via | undefined> {
    const url = req.url ?? '';
    const part = firstPart(url);
    if (part === '' || reservedParts.has(part)) return undefined;
    const named = namedHost(this.config.baseUrl, req);
    if (named.kind === 'slug') return undefined;
    const path = url.split('?', 1)[0] as string;
    return this.read(({ byHost }) => {
      // A domain that leads nowhere may be how a proxy calls us.
      const lines = (named.kind === 'domain' && byHost.get(named.domain)) || byHost.get('');
      const via = lines?.find(({ prefix }) => prefix !== '' && path.startsWith(`${prefix}/`));
      return via && partsOfTenants.has(firstPart(path.slice(via.prefix.length))) ? via : undefined;
    });
  }

  /** The tenants that a host leads to, whatever the path. */
  tenantsAt(host: string): string[] | Promise<string[]> {
    return this.read(({ byHost }) => (byHost.get(host) ?? []).map(({ tenant }) => tenant));
  }

  /** This process has changed a route: it asks again at once. */
  forget(): void {
    this.kept.forget();
  }

  private read<T>(find: (table: Table) => T): T | Promise<T> {
    const table = this.kept.current();
    return table instanceof Promise ? table.then(find) : find(table);
  }
}

/** @param before stands as long as nothing has changed since */
function tableOf({ stamp, routes, domains }: RoutesLook, before: Table | undefined): Table {
  if (before && !routes) return before;
  const lines = [
    // A host may be both, of the same tenant: then it is the domain, which has addresses.
    ...(domains ?? []).map((line) => viaOf(line, true)),
    ...(routes ?? []).map((line) => viaOf(line, false)),
  ];
  const byHost = Map.groupBy(lines, ({ host }) => host);
  for (const same of byHost.values()) same.sort((a, b) => b.prefix.length - a.prefix.length);
  return { stamp, byHost };
}

const viaOf = ([host, prefix, tenant]: RouteLine, isDomain: boolean): Via => ({
  ...{ host, prefix, tenant, isDomain },
});
