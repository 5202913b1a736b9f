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
    'property', p_metric->'property',
    'answer', v_alias, 'order', array[v_alias]);
  v_field jsonb;
  v_kind text;
begin
  if not p_metric ? 'property' then
    if v_fn = 'count' then return v_column || '{"sql": "count(*)"}'; end if;
    perform app.invalid(v_path, 'required', format('%s needs a property', v_fn));
  end if;
  v_field := app.aggregate_field(p_type, p_metric->>'property', v_path);
  v_kind := v_field->>'kind';
  if v_fn in ('count', 'distinct') then
    return v_column || jsonb_build_object('sql', format(
      case when v_fn = 'count' then 'count(nullif(%s, ''null''))'
        when v_kind = 'money' then 'count(distinct app.value_key(%s))'
        else 'count(distinct nullif(%s, ''null''))' end, v_field->>'value'));
  elsif v_kind in ('array', 'object', 'part')
    or v_fn in ('sum', 'avg') and v_kind in ('text', 'moment', 'boolean') then
    perform app.invalid(v_path, 'wrong_type', format('%s does not work on %s, which is a %s',
      v_fn, v_field->>'name', v_field->>'type'));
  end if;

  v_column := v_column || jsonb_build_object('sql', format('%s(%s)', case
    when v_kind <> 'boolean' then v_fn when v_fn = 'min' then 'bool_and' else 'bool_or' end,
    v_field->>'typed'));
  return v_column || case
    when v_kind in ('number', 'json') then
      jsonb_build_object('answer', format('trim_scale(%s)', v_alias))
    when v_field->>'type' = 'datetime' then
      jsonb_build_object('answer', format('app.moment_text(%s)', v_alias))
    when v_kind = 'money' then jsonb_build_object(
      'answer', format('app.money_json(%1$s, %1$s_low)', v_alias),
      'order', array[format('%s_low collate "C"', v_alias), v_alias], 'currency',
      format('min(%1$s) as %2$s_low, max(%1$s) as %2$s_high',
        format('app.value_currency(%s)', v_field->>'value'), v_alias))
    else '{}' end;
end $$;
comment on function app.aggregate_metric is
  'The column of a metric {fn, property, as}; of money with its lowest and highest currency, which '
  'must be one. 400 when the function does not go with the property. See app.aggregate_columns';
