create or replace function app.platform_key_lock(p_id text)
returns app.platform_keys
language plpgsql volatile as $$
declare v_key app.platform_keys;
begin
  if p_id = 'env' then
    perform app.fail(409, 'INVALID_STATE',
      'The key env is the variable PLATFORM_ADMIN_KEY, which cannot be changed here. Give all processes another '
      'value and restart them.');
  end if;
  select * into v_key from app.platform_keys k where k.id = p_id for update;
  if not found then perform app.not_found('platform_key', p_id); end if;
  perform app.platform_held_check(v_key.scopes, v_key.ip_allowlist, v_key.expires_at);
  return v_key;
end $$;
comment on function app.platform_key_lock is
  'A platform key to change, locked: 404; 409 for env; 403 where it may more than the key that calls';
