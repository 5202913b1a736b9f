create or replace function api.auth_signin_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ip text := app.principal()->>'ip';
  v_phone text := app.phone_known(tenant, args->>'phone');
  v_account text := coalesce(lower(args->>'email'), v_phone);
  v_user app.users;
  v_wait integer;
  v_done text;
begin
  v_done := app.method_check(
    app.auth_config(tenant), case when args ? 'email' then 'email' else 'phone' end);
  -- Counted before the password is looked at: of many tries at once, none is free.
  v_wait := app.counter_take(tenant, 'signin:' || v_account || ':' || v_ip, 10, '15 minutes');
  if v_wait is not null then
    return app.too_many('ACCOUNT_LOCKED',
      'Too many failed sign-ins to this account from this IP address.', v_wait);
  end if;
  v_wait := app.counter_take(tenant, 'signin:' || v_ip, 50, '15 minutes');
  if v_wait is not null then
    return app.too_many('RATE_LIMITED', 'Too many failed sign-ins from this IP address.', v_wait);
  end if;
  v_user := app.user_by_address(tenant, args->>'email', v_phone);
  return json_build_object('user_id', v_user.id, 'password_hash', v_user.password_hash);
end $$;
comment on function api.auth_signin_begin is
  'The first half of a sign-in: counts the attempt, and answers what the password is compared with';
