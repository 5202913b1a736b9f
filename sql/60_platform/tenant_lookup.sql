create or replace function platform.tenant_lookup(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_hash bytea := sha256(convert_to(lower(args->>'email'), 'UTF8'));
  v_id text;
  v_tenant app.tenants;
  v_found jsonb := '[]';
begin
  for v_id in
    select e.tenant_id from app.email_tenants e where e.email_hash = v_hash order by e.tenant_id
  loop
    exit when jsonb_array_length(v_found) = 100;
    perform set_config('app.tenant_id', v_id, true);  -- one tenant at a time
    select * into v_tenant from app.tenants t
    where t.tenant_id = v_id and t.status not in ('suspended', 'deleted');
    continue when not found;
    v_found := v_found || jsonb_build_object('tenant_id', v_tenant.tenant_id, 'brand_name',
      coalesce((app.settings_find(v_tenant.tenant_id)).branding->>'brand_name', v_tenant.name));
  end loop;
  return v_found::json;
end $$;
comment on function platform.tenant_lookup is 'Find the tenants that an email belongs to';
