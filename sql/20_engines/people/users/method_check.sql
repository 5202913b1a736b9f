create or replace function app.method_check(p_config jsonb, p_method text)
returns void
language plpgsql immutable as $$
begin
  if not p_config->p_method @> '{"enabled": true}' then
    perform app.fail(403, 'PROVIDER_DISABLED', format(
      'Sign-in by %s is switched off for this tenant.', replace(p_method, '_', ' ')));
  end if;
end $$;
comment on function app.method_check is
  'Refuses with 403 PROVIDER_DISABLED a way to sign in (a name in app.auth_config) that is '
  'switched off';
