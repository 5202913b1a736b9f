create or replace function app.places_room_check(p_next bigint)
returns void
language plpgsql stable as $$
declare v_highest bigint := (select max(t.place_shift) from app.tenants t) + p_next;
begin
  if v_highest >> 48 > 0 then
    raise exception 'the places of journals would not fit into 48 bits';
  end if;
end $$;
comment on function app.places_room_check is
  'Fails where a tenant''s places would be 2^48 or more at the transaction number p_next: see app.tx_number';
