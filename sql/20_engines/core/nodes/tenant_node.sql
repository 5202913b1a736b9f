create or replace function app.tenant_node(p_tenant text)
returns text
language plpgsql stable as $$
begin
  return (
    select n.nodename || ':' || n.nodeport from pg_catalog.pg_dist_node n
    where n.noderole = 'primary' and n.groupid::text = app.tenant_group(p_tenant));
end $$;
comment on function app.tenant_node is 'The node of a cluster that a tenant lives on, as host:port';
