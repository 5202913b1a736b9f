create or replace function app.key_successor(p_tenant text, p_key_id text)
returns app.api_keys
language plpgsql stable as $$
declare
  v_key app.api_keys;
  v_id text := p_key_id;
begin
  loop
    select * into v_key from app.api_keys k where k.tenant_id = p_tenant and k.id = v_id;
    exit when v_key.revoked_at is null or v_key.replaced_by is null;
    v_id := v_key.replaced_by;
  end loop;
  if v_key.revoked_at <= clock_timestamp() or v_key.expires_at <= clock_timestamp() then
    return null;
  end if;
  return v_key;
end $$;
comment on function app.key_successor is
  'A key, or the one that took its place when it was rotated; null when it is revoked or expired';
