create or replace function app.erase_journal(
  p_tenant text, p_ids text[], p_addresses text[], p_is_sealed boolean, p_after jsonb, p_limit integer,
  out rows integer, out blanked integer, out last jsonb)
language plpgsql volatile as $$
declare
  v_hint text := app.erased_pattern(p_ids || p_addresses, false);
  v_pattern text := app.erased_pattern(p_addresses, true);
  v_xid xid8 := coalesce(p_after->>'xid', '0')::xid8;
  v_id text := coalesce(p_after->>'id', '');
  v_to_xid xid8 := '18446744073709551615';
  v_to_id text := '';
  v_until timestamptz := clock_timestamp() + interval '300 ms';
  v_note text := app.utc(clock_timestamp()) || ': redacted when a user was erased';
  v_found record;
  v_row app.journal;
begin
  rows := 0;
  blanked := 0;
  if p_is_sealed then
    select s.xid, s.id into v_to_xid, v_to_id from app.journal_seals s
    where s.tenant_id = p_tenant order by s.xid desc, s.id desc limit 1;
  end if;
  for v_found in
    select j.xid, j.id, concat_ws(' ', j.actor::text, j.resource_id, j.before::text, j.after::text) ~* v_hint as is_named
    from app.journal j
    where j.tenant_id = p_tenant and (j.xid, j.id) > (v_xid, v_id) and (j.xid, j.id) <= (v_to_xid, v_to_id)
    order by j.xid, j.id limit p_limit
  loop
    -- One row may take a second: fewer than p_limit do not mean that these were the last.
    exit when rows > 0 and clock_timestamp() > v_until;
    rows := rows + 1;
    last := jsonb_build_object('xid', v_found.xid::text, 'id', v_found.id);
    continue when not v_found.is_named;
    select j.* into v_row from app.journal j
    where j.tenant_id = p_tenant and j.xid = v_found.xid and j.id = v_found.id
    for update;  -- another user may be erased at the same time
    continue when v_row::text = app.erased_row(v_row, v_pattern, p_ids)::text;
    v_row := app.erased_row(v_row, v_pattern, p_ids);
    update app.journal j set actor = v_row.actor, resource_id = v_row.resource_id, before = v_row.before,
      after = v_row.after, ip = v_row.ip, user_agent = v_row.user_agent
    where j.tenant_id = p_tenant and j.xid = v_found.xid and j.id = v_found.id;
    update app.journal_seals s set note = coalesce(s.note || '; ', '') || v_note
    where s.tenant_id = p_tenant and s.xid = v_found.xid and s.id = v_found.id;
    blanked := blanked + 1;
  end loop;
end $$;
comment on function app.erase_journal is
  'Blanks the values of some users in the next p_limit rows of the journal after p_after, and notes it on their seals. p_is_sealed: only rows that '
  'have one, because a seal is made of the row as it was';
