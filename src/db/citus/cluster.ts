import type pg from 'pg';
import { DatabaseError } from '../client.ts';

/** A PostgreSQL server of a Citus cluster. */
export interface ClusterNode {
  /** `host:port`, as the coordinator reaches it. */
  address: string;
  isCoordinator: boolean;
  isActive: boolean;
  /** Whether tenants live there. */
  hasTenants: boolean;
}

/** The coordinator's view of its cluster. */
export interface Cluster {
  /** Of the extension. */
  version: string;
  nodes: ClusterNode[];
  /** Whether tenants have been spread over the nodes, or that has begun. */
  isDistributed: boolean;
}

/** @returns undefined on a PostgreSQL without Citus */
export async function clusterOf(client: pg.ClientBase): Promise<Cluster | undefined> {
  const installed = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  if (!installed.rows[0]) return undefined;
  const { rows: nodes } = await client.query<ClusterNode>(`
    select nodename || ':' || nodeport as address, groupid = 0 as "isCoordinator", isactive as "isActive",
           shouldhaveshards as "hasTenants"
      from pg_dist_node where noderole = 'primary' order by groupid`);
  const { rows } = await client.query<{ isDistributed: boolean }>(`
    select exists (
      select from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
      where c.relname = 'tenants' and c.relnamespace = to_regnamespace('app')) as "isDistributed"`);
  return { ...installed.rows[0], nodes, isDistributed: rows[0]?.isDistributed ?? false };
}

/** @throws DatabaseError on a PostgreSQL without Citus */
export async function requireCluster(client: pg.ClientBase): Promise<Cluster> {
  const cluster = await clusterOf(client);
  if (cluster) return cluster;
  throw new DatabaseError(
    'This PostgreSQL is not the coordinator of a Citus cluster: its database has no extension citus. ' +
      'See docs/operate/many-machines.md.',
  );
}
