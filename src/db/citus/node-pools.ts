import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { poolAt } from '../pools.ts';
import { withServer } from '../urls.ts';

/** Nodes by the address that the coordinator has for them, with the one that this process reaches them by. */
export type NodeAddresses = ReadonlyMap<string, string>;

const mostTenants = 50_000;
/** So long the calls of a tenant that has moved go to the node before, which passes them on. */
const knownMs = 60_000;

/**
 * Connections to the nodes of a cluster, for calls that need not go through the coordinator. Where the tenant lives is known
 * for a minute; a node that it has left hands a call on to the right one, so what is known may be old, and no answer is wrong.
 */
export class NodePools {
  private readonly pools = new Map<string, pg.Pool>();
  private readonly nodes: LRUCache<string, string>;
  private readonly addresses: NodeAddresses;

  /**
   * @param addresses those that differ from the coordinator's
   * @param find the node of a tenant, `host:port` as the coordinator knows it
   */
  constructor(addresses: NodeAddresses, find: (tenant: string) => Promise<string>) {
    this.addresses = addresses;
    this.nodes = new LRUCache({
      max: mostTenants,
      ttl: knownMs,
      // A stale answer is good enough while the coordinator is asked, or does not respond.
      allowStale: true,
      allowStaleOnFetchRejection: true,
      fetchMethod: find,
    });
  }

  /** The connections to a tenant's node. @param like those to the coordinator, with the same settings */
  async of(tenant: string, like: pg.Pool): Promise<pg.Pool> {
    return this.pool(await this.addressOf(tenant), like);
  }

  /** Where this process reaches a tenant's node, `host:port`. */
  async addressOf(tenant: string): Promise<string> {
    const node = (await this.nodes.fetch(tenant)) as string;
    return this.addresses.get(node) ?? node;
  }

  /** All that have been opened. */
  get open(): pg.Pool[] {
    return [...this.pools.values()];
  }

  /** How many connections there are, by address. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [key, { totalCount }] of this.pools) {
      const address = key.slice(key.lastIndexOf(' ') + 1);
      counts[address] = (counts[address] ?? 0) + totalCount;
    }
    return counts;
  }

  private pool(address: string, like: pg.Pool): pg.Pool {
    const { application_name: name } = like.options;
    const key = `${name} ${address}`;
    let pool = this.pools.get(key);
    if (!pool) {
      pool = poolAt(withServer(like.options.connectionString as string, address), like);
      this.pools.set(key, pool);
    }
    return pool;
  }
}
