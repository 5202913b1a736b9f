create or replace function worker.staging_open(p_tenant text, p_reason text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_node text := app.node();
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  insert into app.tenants (tenant_id, name, slug, status, status_reason, place_node, outbound,
    outbound_at)
  values (app.staging_id(p_tenant, 'ten'), p_tenant, 'loading-' || right(p_tenant, 32), 'provisioning', p_reason, v_node, 'off',
    clock_timestamp());
  insert into app.storage_usage (tenant_id, bytes) values (p_tenant, 0);
exception when unique_violation then
  perform app.taken('tenant_id', p_tenant, 'tenant');
end $$;
comment on function worker.staging_open is
  'Begins a tenant that a snapshot is loaded into, which no call reaches: its status is provisioning, and p_reason says for what. '
  'It has no slug that leads to it. 409 when there is or was a tenant of that id';
