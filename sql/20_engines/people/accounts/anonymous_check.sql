create or replace function app.anonymous_check(p_user app.users)
returns void
language plpgsql stable as $$
begin
  if not p_user.is_anonymous then
    perform app.fail(409, 'INVALID_STATE', 'This user is not anonymous: the account already has an '
      'address. Change it with PATCH /v1/auth/user.');
  end if;
end $$;
comment on function app.anonymous_check is
  'Refuses with 409 INVALID_STATE unless a user is anonymous';
