create or replace function app.signup_permissions(p_tenant text)
returns text[]
language plpgsql stable as $$
declare
  v_config jsonb := app.auth_config(p_tenant);
  v_user app.users;
begin
  if v_config @> '{"disable_signup": true}' then return app.system_permissions('user'); end if;
  v_user.tenant_id := p_tenant;
  v_user.role := v_config->>'default_role';
  return app.system_permissions('user') || app.user_permissions(v_user);
end $$;
comment on function app.signup_permissions is
  'Returns the permissions of anyone who signs up: those of the role user and of default_role';
