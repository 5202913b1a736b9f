create or replace function app.tenant_node(p_tenant text)
returns text
language plpgsql stable as $$
begin
  return (
    select n.nodename || ':' || n.nodeport
    from pg_catalog.pg_dist_placement p join pg_catalog.pg_dist_node n using (groupid)
    where n.noderole = 'primary'
      and p.shardid = pg_catalog.get_shard_id_for_distribution_column('app.tenants', p_tenant));
end $$;
comment on function app.tenant_node is 'The node of a cluster that a tenant lives on, as host:port';
