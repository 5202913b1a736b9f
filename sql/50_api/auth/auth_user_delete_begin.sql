create or replace function api.auth_user_delete_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_find(tenant, app.principal()->>'user_id');
  -- Counted before the password is looked at: of many tries at once, none is free.
  v_wait integer := app.counter_take(tenant, 'delete:' || v_user.id, 10, '15 minutes');
begin
  if v_wait is not null then
    return app.too_many('ACCOUNT_LOCKED', 'Too many wrong passwords.', v_wait);
  end if;
  return json_build_object('password_hash', v_user.password_hash);
end $$;
comment on function api.auth_user_delete_begin is
  'The first half of deleting one''s account: counts the try, and answers what the password is '
  'compared with';
