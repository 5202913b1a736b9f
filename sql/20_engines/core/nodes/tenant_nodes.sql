create or replace function app.tenant_nodes()
returns text[]
language plpgsql stable as $$
begin
  if to_regclass('pg_catalog.pg_dist_node') is null then return '{}'; end if;
  return array(
    select n.nodename || ':' || n.nodeport from pg_catalog.pg_dist_node n
    where n.noderole = 'primary' and n.isactive and n.shouldhaveshards order by n.groupid);
end $$;
comment on function app.tenant_nodes is
  'The nodes of a cluster that tenants may live on, as host:port; none without a cluster';
