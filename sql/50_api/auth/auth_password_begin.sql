create or replace function api.auth_password_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_find(tenant, app.principal()->>'user_id');
  v_wait integer;
begin
  perform app.strong_check(v_user);
  if v_user.password_hash is null then
    perform app.fail(409, 'INVALID_STATE',
      'This account has no password yet. Set one with PATCH /v1/auth/user.');
  end if;
  v_wait := app.counter_take(tenant, 'password:' || v_user.id, 10, '15 minutes');
  if v_wait is not null then
    return app.too_many('ACCOUNT_LOCKED', 'Too many wrong passwords were tried.', v_wait);
  end if;
  return json_build_object('password_hash', v_user.password_hash);
end $$;
comment on function api.auth_password_begin is
  'The first half of a change of password: counts the attempt, and answers what the current one is '
  'compared with';
