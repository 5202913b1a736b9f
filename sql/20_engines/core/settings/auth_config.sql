create or replace function app.auth_config(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare v_set jsonb;
begin
  select s.auth into v_set from app.tenant_settings s where s.tenant_id = p_tenant;
  if v_set is null or v_set = '{}' then return app.auth_defaults(); end if;
  return app.jsonb_merge(app.auth_defaults(), v_set);
end $$;
comment on function app.auth_config is
  'How the users of a tenant may sign in: app.auth_defaults with what the tenant has set. Secrets '
  'in it are encrypted';
