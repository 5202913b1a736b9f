import type pg from 'pg';

/** The answer of a node, or the reason why there is none. */
export interface NodeAnswer {
  address: string;
  ok: boolean;
  text: string;
}

/** Asks every node for one text. @param client as insula_owner, who may log in everywhere */
export async function askNodes(client: pg.ClientBase, sql: string): Promise<NodeAnswer[]> {
  const { rows } = await client.query<NodeAnswer>(
    `select n.nodename || ':' || n.nodeport as address, r.success as ok, coalesce(r.result, '') as text
       from run_command_on_all_nodes($1) r join pg_dist_node n using (nodeid) order by n.groupid`,
    [sql],
  );
  return rows;
}

/** A node with the tenants that live on it. */
export interface TenantNode {
  address: string;
  tenants: number;
  /** Of all tables. */
  bytes: number;
}

/** The nodes that tenants live on. */
export async function tenantNodes(client: pg.ClientBase): Promise<TenantNode[]> {
  const { rows } = await client.query<TenantNode>(`
    with tenants as (
      select get_shard_id_for_distribution_column('app.tenants', tenant_id) as shardid, count(*)
      from app.tenants group by 1)
    select n.nodename || ':' || n.nodeport as address, coalesce(sum(t.count), 0)::float8 as tenants,
      coalesce((select sum(s.shard_size) from citus_shards s
        where s.nodename = n.nodename and s.nodeport = n.nodeport and s.table_name::text like 'app.%'), 0)::float8 as bytes
    from pg_dist_node n
    left join pg_dist_placement p on p.groupid = n.groupid and p.shardid in (
      select shardid from pg_dist_shard where logicalrelid = to_regclass('app.tenants'))
    left join tenants t on t.shardid = p.shardid
    where n.noderole = 'primary' and n.shouldhaveshards
    group by n.nodename, n.nodeport, n.groupid order by n.groupid`);
  return rows;
}
