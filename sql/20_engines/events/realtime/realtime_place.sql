create or replace function app.realtime_place(p_tenant text, p_since text)
returns text
language plpgsql stable as $$
declare
  v_start timestamptz := app.retention_start(p_tenant, 'event_retention_days');
  v_place record;
begin
  if p_since is null then return null; end if;
  v_place := app.seq_parse(p_tenant, p_since);
  if isfinite(v_start) and v_place.id < app.event_id_at(v_start) then
    perform app.seq_gone();
  end if;
  return p_since;
end $$;
comment on function app.realtime_place is
  'A place in the journal that a listener wants to go on from; 400 INVALID_CURSOR, 410 GONE';
