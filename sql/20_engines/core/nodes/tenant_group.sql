create or replace function app.tenant_group(p_tenant text)
returns text
language plpgsql stable as $$
begin
  return (
    select p.groupid from pg_catalog.pg_dist_placement p
    where p.shardid = pg_catalog.get_shard_id_for_distribution_column('app.tenants', p_tenant));
end $$;
comment on function app.tenant_group is 'The node of a cluster that a tenant lives on, as app.node names it';
