create or replace function worker.snapshot_place(p_tenant text, p_moment timestamptz)
returns text
language plpgsql stable as $$
declare
  v_done text := app.in_tenant(p_tenant);
  v_low text := app.event_id_from(app.journal_open_since(p_moment));
  v_place xid8;
begin
  select j.xid into v_place from app.journal j
  where j.tenant_id = p_tenant and j.id < v_low order by j.xid desc limit 1;
  return app.seq(coalesce(v_place, '0'), app.event_id_at(p_moment));
end $$;
comment on function worker.snapshot_place is
  'Returns the place in the feed that continues a copy of a moment, in the copy: a transaction that was open then is not in it, and has an earlier '
  'place than those that had ended, so events of the last minutes before come again';
