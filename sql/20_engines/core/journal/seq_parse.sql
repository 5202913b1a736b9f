create or replace function app.seq_parse(p_tenant text, p_since text, out xid xid8, out id text)
language plpgsql stable as $$
declare
  v_next xid8 := app.place_next(p_tenant);
  v_is_ours boolean := p_since ~ '^\d{1,20}-[0-9a-f]{32}$';
begin
  xid := '0';
  id := '';
  if p_since is null then return; end if;
  -- A place ahead of this database is of another one: all that happens here would be behind it.
  if v_is_ours then
    v_is_ours := split_part(p_since, '-', 1)::numeric < v_next::text::numeric;
  end if;
  if not v_is_ours then
    perform app.fail(400, 'INVALID_CURSOR',
      'This is not a position in the journal of this database. Use seq of an event or next_since '
      'of a response, or start without one.', null, 'since');
  end if;
  xid := split_part(p_since, '-', 1);
  id := 'evt_' || split_part(p_since, '-', 2);
  perform app.place_check(p_tenant, xid, 'since');
  if id < app.journal_floor() then perform app.seq_gone(); end if;
end $$;
comment on function app.seq_parse is
  'Returns the place in the journal that a caller has read to (null: nothing yet); 400 '
  'INVALID_CURSOR, 410 GONE when it is older than what is kept, or of a time that is lost';
