create or replace function gateway.tenant_node(of_tenant text)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.tenant_node(of_tenant);
end $$;
comment on function gateway.tenant_node is
  'The node of a cluster that a tenant lives on, as host:port; for an API process that connects to it by itself. Answered '
  'by the coordinator';
