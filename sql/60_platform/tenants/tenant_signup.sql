create or replace function platform.tenant_signup(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_made record := app.tenant_make(args - 'made', args->'made'->>'password_hash', false);
  v_settings app.tenant_settings;
begin
  if args ? 'brand_name' then
    v_settings := app.settings_lock((v_made.tenant).tenant_id);
    perform app.branding_save(v_settings, jsonb_build_object('brand_name', args->'brand_name'));
  end if;
  return json_build_object('tenant', app.tenant_own_json(v_made.tenant),
    'user', app.user_json(v_made.owner),
    'session', app.session_create(v_made.owner, '{password}'),
    'key', app.key_json(v_made.key), 'token', v_made.token);
end $$;
comment on function platform.tenant_signup is
  'Creates a tenant with its owner, key and first session';
