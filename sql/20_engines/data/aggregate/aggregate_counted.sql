create or replace function app.aggregate_counted(
  p_type app.object_types, args jsonb, p_filter app.filter)
returns json
language plpgsql stable as $$
declare
  v_metrics jsonb := coalesce(args->'metrics', '[{"fn": "count"}]');
  v_range jsonb;
  v_count bigint;
begin
  if args ?| '{query,interval,sort}' or coalesce(args->'group_by', '[]') <> '[]'
    or v_metrics->1 is not null or v_metrics->0->>'fn' is distinct from 'count' or v_metrics->0 ? 'property' then
    return null;
  end if;
  if p_filter.condition is null then
    v_count := (app.object_total(p_type.tenant_id, p_type.id)).live;
  else
    v_range := app.filter_range(p_filter);
    if app.filter_is_exact(p_filter, v_range) is not true then return null; end if;
    v_count := app.index_count(p_type.tenant_id, v_range->>'property', v_range, 2147483647);
  end if;
  return json_build_object('rows', json_build_array(
      json_build_object(coalesce(v_metrics->0->>'as', 'count'), v_count)), 'total', 1);
end $$;
comment on function app.aggregate_counted is
  'The answer to an aggregate that only asks how many objects there are, from the counters of a type or from the entries of '
  'one index; null for any other';
