create or replace function app.signup_check(p_tenant text, p_channel text)
returns void
language plpgsql stable as $$
declare v_config jsonb := app.auth_config(p_tenant);
begin
  if v_config @> '{"disable_signup": true}' or not v_config->p_channel @> '{"enabled": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED',
      format('Sign-up by %s is switched off for this tenant.', p_channel));
  end if;
end $$;
comment on function app.signup_check is
  'Refuses with 403 SIGNUP_DISABLED when sign-up is off, or off for an email or a phone';
