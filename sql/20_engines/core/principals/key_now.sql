create or replace function app.key_now(p_tenant text, p_id text)
returns app.api_keys
language plpgsql stable as $$
declare
  v_id text := p_id;
  v_next text;
  v_key app.api_keys;
begin
  loop
    select k.replaced_by into v_next from app.api_keys k
    where k.tenant_id = p_tenant and k.id = v_id and k.revoked_at is not null;
    exit when v_next is null;
    v_id := v_next;
  end loop;
  select * into v_key from app.api_keys k where k.tenant_id = p_tenant and k.id = v_id;
  return v_key;
end $$;
comment on function app.key_now is
  'A key, or of one that was rotated the key that took its place, revoked ones too';
