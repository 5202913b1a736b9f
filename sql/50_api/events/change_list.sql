create or replace function api.change_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_types text[] := case when args ? 'types'
    then array(select jsonb_array_elements_text(args->'types')) end;
  v_type_id text := case when args ? 'object_type'
    then (app.object_type_find(tenant, args->>'object_type')).id end;
  v_hidden text[] := app.events_hidden();
  v_sight jsonb := app.journal_sight(tenant);
  v_judged text[] := app.journal_judged(v_sight);
  v_scan constant integer := 10000;  -- rows that one call looks at, however few it wants
  v_horizon xid8 := app.place_horizon(tenant);
  v_after_xid xid8;
  v_after_id text;
  v_shown timestamptz := app.retention_start(tenant, 'event_retention_days');
  v_floor text := case when isfinite(v_shown) then app.event_id_at(v_shown) else '' end;
  v_xids xid8[] := '{}';
  v_ids text[] := '{}';
  v_end_xid xid8;
  v_end_id text;
begin
  if args @> '{"since":"now"}' then
    return json_build_object('results', '[]'::json,
      'next_since', app.journal_end(tenant, v_horizon, null), 'has_more', false);
  end if;
  select s.xid, s.id into v_after_xid, v_after_id from app.seq_parse(tenant, args->>'since') s;
  if args ? 'since' and v_after_id < v_floor then perform app.seq_gone(); end if;

  -- One more than the page: if it is there, there is a next one.
  select coalesce(array_agg(p.xid), '{}'), coalesce(array_agg(p.id::text), '{}')
  into v_xids, v_ids
  from (
    select s.xid, s.id
    from (
      select j.xid, j.id, j.type, j.resource_type, j.object_type_id from app.journal j
      where j.tenant_id = tenant and (j.xid, j.id) > (v_after_xid, v_after_id)
        and j.xid < v_horizon and j.id >= v_floor
      order by j.xid, j.id limit v_scan) s
    where app.event_matches(s.type, v_types) and s.resource_type <> all (v_hidden)
      and (v_type_id is null or s.object_type_id = v_type_id)
      and (s.resource_type <> all (v_judged) or (
        select app.journal_is_visible(v_sight, row(j.*)::app.journal) from app.journal j
        where j.tenant_id = tenant and j.xid = s.xid and j.id = s.id))
    order by s.xid, s.id limit v_limit + 1) p;

  if cardinality(v_ids) > v_limit then
    v_end_xid := v_xids[v_limit];
    v_end_id := v_ids[v_limit];
  elsif v_types is not null or v_type_id is not null or v_hidden <> '{}'
    or v_sight is not null then
    -- Rows that were left out count: the next call continues behind them.
    select j.xid, j.id into v_end_xid, v_end_id from app.journal j
    where j.tenant_id = tenant and (j.xid, j.id) > (v_after_xid, v_after_id)
      and j.xid < v_horizon and j.id >= v_floor
    order by j.xid, j.id offset v_scan - 1 limit 1;
  end if;
  return json_build_object(
    'results', coalesce((
      select json_agg(e.event order by p.xid, p.id)
      from unnest(v_xids[:v_limit], v_ids[:v_limit]) p(xid, id)
      cross join lateral (
        select app.event_json(app.journal_redacted(v_sight, row(j.*)::app.journal)) as event
        from app.journal j
        where j.tenant_id = tenant and j.xid = p.xid and j.id = p.id offset 0) e), '[]'),
    'next_since', case when v_end_id is not null then app.seq(v_end_xid, v_end_id)
      else app.journal_end(tenant, v_horizon, v_after_id) end,
    'has_more', v_end_id is not null);
end $$;
comment on function api.change_list is 'List changes since a position in the journal';
