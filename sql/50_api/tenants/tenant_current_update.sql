create or replace function api.tenant_current_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  -- First the settings, then the tenant: as every change of settings locks them.
  v_settings app.tenant_settings := app.settings_lock(tenant);
  v_old app.tenants;
  v_new app.tenants;
  v_before jsonb;
  v_after jsonb;
  v_now timestamptz;
  v_done text;
begin
  select * into v_old from app.tenants t where t.tenant_id = tenant for no key update;
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_before := app.tenant_own_json(v_old);
  if coalesce(args->>'name', v_old.name) = v_old.name and (not args ? 'brand_name'
    or args->>'brand_name' is not distinct from v_settings.branding->>'brand_name') then
    return v_before::json;
  end if;
  if args ? 'brand_name' then
    perform app.branding_save(
      v_settings, jsonb_build_object('brand_name', args->'brand_name'));
  end if;
  v_now := clock_timestamp();
  update app.tenants t
  set name = coalesce(args->>'name', t.name), updated_at = v_now
  where t.tenant_id = tenant returning * into v_new;
  v_after := app.tenant_own_json(v_new);
  v_done := app.journal_write(tenant, 'tenant.updated', 'tenant', tenant, v_after::json,
    v_before::json, app.jsonb_differing(v_before, v_after));
  return v_after::json;
end $$;
comment on function api.tenant_current_update is 'Change the name or branding of your tenant';
