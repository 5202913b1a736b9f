create or replace function app.staging_place(p_place xid8)
returns xid8
language plpgsql immutable as $$
begin
  -- Half of the room for places: what follows them has the other half (app.place_raise).
  if p_place >= (1::bigint << 47)::text::xid8 then
    raise exception using errcode = 'numeric_value_out_of_range', message = format('%s is too high for a place', p_place);
  end if;
  return p_place;
end $$;
comment on function app.staging_place is
  'A place in a journal that came from outside; 22003 for one so high that nothing could follow it';
