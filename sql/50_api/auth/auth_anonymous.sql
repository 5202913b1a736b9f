create or replace function api.auth_anonymous(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_config jsonb := app.auth_config(tenant);
  v_user app.users;
begin
  if not v_config->'anonymous' @> '{"enabled": true}' then
    perform app.fail(403, 'PROVIDER_DISABLED',
      'Anonymous users are switched off for this tenant. Set anonymous.enabled of /v1/auth-config '
      'to switch them on.');
  end if;
  if v_config @> '{"disable_signup": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED', 'Sign-up is switched off for this tenant.');
  end if;
  v_user.tenant_id := tenant;
  v_user.role := 'anonymous';
  v_user.is_anonymous := true;
  v_user.user_metadata := args->'user_metadata';
  return app.sign_in(app.user_add(v_user), '{anonymous}');
end $$;
comment on function api.auth_anonymous is 'Creates an anonymous user and signs them in';
