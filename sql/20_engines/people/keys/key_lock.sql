create or replace function app.key_lock(p_tenant text, p_id text)
returns app.api_keys
language plpgsql volatile as $$
declare v_key app.api_keys;
begin
  select * into v_key from app.api_keys k where k.tenant_id = p_tenant and k.id = p_id for update;
  if not found then perform app.not_found('key', p_id); end if;
  perform app.scopes_check(v_key.scopes);
  if not v_key.bound_by_policies then perform app.key_unbound_check(); end if;
  return v_key;
end $$;
comment on function app.key_lock is
  'A key to change, locked: 404, or 403 when it holds more than the caller does';
