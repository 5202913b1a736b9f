create or replace function app.aggregate_metric(
  p_type app.object_types, p_position integer, p_metric jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_fn text := p_metric->>'fn';
  v_path text := format('metrics[%s].property', p_position);
  v_alias text := 'm' || p_position;
  v_column jsonb := jsonb_build_object('alias', v_alias, 'path', v_path, 'is_metric', true,
    'name', coalesce(p_metric->>'as', concat_ws('_', v_fn, p_metric->>'property')),
    'property', p_metric->'property', 'answer', v_alias, 'order', array[v_alias]);
  v_field jsonb;
begin
  if not p_metric ? 'property' then
    if v_fn = 'count' then return v_column || '{"sql": "count(*)"}'; end if;
    perform app.invalid(v_path, 'required', format('%s needs a property', v_fn));
  end if;
  v_field := app.aggregate_field(p_type, p_metric->>'property', v_path);
  if v_fn = 'count' then
    return v_column || jsonb_build_object('sql', format('count(%s)', v_field->>'key'));
  elsif v_fn = 'distinct' then
    return v_column || jsonb_build_object('sql', format('count(distinct %s)', v_field->>'key'));
  elsif v_field->>'kind' in ('array', 'object', 'part')
    or v_fn in ('sum', 'avg') and v_field->>'kind' in ('text', 'moment', 'boolean') then
    perform app.invalid(v_path, 'wrong_type', format('%s does not work on %s, which is a %s',
      v_fn, v_field->>'name', v_field->>'type'));
  end if;
  return v_column || app.aggregate_measure(v_fn, v_field, v_alias);
end $$;
comment on function app.aggregate_metric is
  'The column of a metric {fn, property, as}. 400 when the function does not go with the property. '
  'See app.aggregate_columns';
