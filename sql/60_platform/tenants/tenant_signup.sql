create or replace function platform.tenant_signup(args jsonb)
returns json
language plpgsql volatile as $$
declare
  -- A visitor who could choose unlimited would get past the plan that the operator has set for new tenants.
  v_given jsonb := case when (app.installation()).default_plan is not null and args->>'plan_tier' is distinct from 'free'
    then args - '{made,plan_tier}'::text[] else args - 'made' end;
  v_made record := app.tenant_make(v_given, args->'made'->>'password_hash', false);
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
