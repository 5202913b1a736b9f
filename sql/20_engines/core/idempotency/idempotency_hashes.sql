create or replace function app.idempotency_hashes(p_operation text, p_change jsonb, args jsonb)
returns bytea[]
language plpgsql immutable as $$
declare
  -- Without what Node has made of the request: of the same one, it may make something else.
  v_input jsonb := args - 'made';
  v_rest jsonb := v_input;
  v_whole boolean := p_change ? 'is_whole';
  v_mac text;
  v_hashes bytea[] := '{}';
begin
  -- Covered by the mac of all that was sent, which there is one of for each key.
  if p_change ? 'mac' then v_rest := v_rest - 'password_mac'; end if;
  for v_mac in
    select p_change->>'mac' union all select o->>'mac' from jsonb_array_elements(p_change->'others') o
  loop
    -- If the mac covers everything that was sent, only it counts; 1.0 kept the other hashes.
    if v_whole then
      v_hashes := v_hashes || sha256(convert_to(concat(p_operation, ' ', v_mac), 'UTF8'));
    end if;
    v_hashes := v_hashes || sha256(convert_to(concat(p_operation, ' ', v_rest, v_mac), 'UTF8'));
    if v_rest <> v_input then
      v_hashes := v_hashes || sha256(convert_to(concat(p_operation, ' ', v_input, v_mac), 'UTF8'));
    end if;
  end loop;
  return v_hashes;
end $$;
comment on function app.idempotency_hashes is
  'Returns the digests of a request with an Idempotency-Key: the one that is kept first, then those that the same request may be kept '
  'under as well, by an earlier version or another ENCRYPTION_KEY';
