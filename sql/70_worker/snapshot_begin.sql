create or replace function worker.snapshot_begin(p_tenant text)
returns json
language plpgsql stable as $$
declare
  v_done text := app.in_tenant(p_tenant);
  v_tenant app.tenants;
  v_settings app.tenant_settings;
begin
  select t.* into v_tenant from app.tenants t where t.tenant_id = p_tenant and t.status <> 'deleted';
  if not found then perform app.not_found('tenant', p_tenant); end if;
  select s.* into v_settings from app.tenant_settings s where s.tenant_id = p_tenant;
  return json_build_object(
    'snapshot_at', app.utc(clock_timestamp()),
    -- Of this transaction's snapshot: what ended after it began stands behind that place, even where it is seen.
    'feed_place', app.journal_end(p_tenant, app.place_horizon(p_tenant), null),
    'schema_version', coalesce(substring(obj_description(to_regnamespace('private')::oid, 'pg_namespace')
      from '(\d{6})[^ ]*$'), '000000'),
    'installation_id', 'ins_' || left(encode(sha256(convert_to(
      (select c.system_identifier from pg_control_system() c) || ' ' || current_database(), 'UTF8')), 'hex'), 32),
    'tenant', json_build_object('id', p_tenant, 'name', v_tenant.name, 'slug', v_tenant.slug,
      'created_at', app.utc(v_tenant.created_at), 'branding', coalesce(v_settings.branding, '{}') - 'custom_domain_token'));
end $$;
comment on function worker.snapshot_begin is
  'Answers the part of a snapshot''s manifest that says which tenant and which moment it is of; it sets the tenant for the '
  'rest of the transaction, which is REPEATABLE READ and READ ONLY: one with a number of its own would hold back the feed '
  'of every tenant';
