create or replace function app.strong_check(p_user app.users)
returns void
language plpgsql stable as $$
begin
  if app.principal()->>'aal' = 'aal1' and app.mfa_is_enrolled(p_user.tenant_id, p_user.id) then
    perform app.fail(403, 'INSUFFICIENT_AAL', 'This account has a second factor: verify it at '
      '/v1/auth/mfa/verify before you change how you sign in.');
  end if;
end $$;
comment on function app.strong_check is
  'Refuses with 403 INSUFFICIENT_AAL a session without the second factor that the user has';
