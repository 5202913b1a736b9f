create or replace function api.realtime_replay(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_after text := app.realtime_place(tenant, args->>'since');
  v_xid xid8 := split_part(v_after, '-', 1);
  v_id text := 'evt_' || split_part(v_after, '-', 2);
  v_limit integer := args->>'limit';
  v_horizon xid8 := app.place_horizon(tenant);
  v_rows app.journal[];
  v_last app.journal;
begin
  select coalesce(array_agg(j order by j.xid, j.id), '{}') into v_rows from (
    select j.* from app.journal j
    where j.tenant_id = tenant and (j.xid, j.id) > (v_xid, v_id) and j.xid < v_horizon
    order by j.xid, j.id limit v_limit) j;
  v_last := v_rows[cardinality(v_rows)];
  return json_build_object(
    'rows', app.realtime_judged(tenant, v_rows, args->'filters', true),
    'seq', case when v_last.id is null then app.journal_end(tenant, v_horizon, v_id)
      else app.seq(v_last.xid, v_last.id) end,
    'has_more', cardinality(v_rows) = v_limit);
end $$;
comment on function api.realtime_replay is
  'Returns the rows that a listener has missed since a place in the journal: {rows, seq, '
  'has_more}, rows as app.realtime_judged makes them';
