create or replace function app.place_shift(p_tenant text)
returns bigint
language sql stable as $$
  select case when starts_with(current_setting('app.place_shift', true), p_tenant || ' ')
    then split_part(current_setting('app.place_shift', true), ' ', 2)::bigint
    else app.place_shift_read(p_tenant) end
$$;
comment on function app.place_shift is
  'Returns the distance of a tenant''s places in the journal from transaction numbers: as '
  'authentication has noted it in app.place_shift, "<tenant> <shift>", or else as it is read now';
