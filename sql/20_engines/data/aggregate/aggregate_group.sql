create or replace function app.aggregate_group(
  p_type app.object_types, p_position integer, args jsonb, p_timezone text)
returns jsonb
language plpgsql stable as $$
declare
  v_name text := args->'group_by'->>p_position;
  v_field jsonb := app.aggregate_field(p_type, v_name, format('group_by[%s]', p_position));
  v_alias text := 'g' || p_position;
  v_interval text := args->>'interval';
  v_is_bucket boolean := v_interval is not null and v_field->>'type' in ('date', 'datetime');
  v_is_fine boolean := v_interval in ('minute', 'hour');
  v_column jsonb := jsonb_build_object('name', v_name, 'alias', v_alias, 'is_bucket', v_is_bucket,
    'sql', v_field->'key', 'answer', v_alias, 'order', array[v_alias]);
begin
  return v_column || case
    when v_is_bucket and v_field->>'type' = 'date' then  -- a day knows no hours
      jsonb_build_object('sql', format('date_trunc(%L, %s::timestamp)::date',
        case when v_is_fine then 'day' else v_interval end, v_field->>'typed'))
    when v_is_bucket and v_is_fine then jsonb_build_object(
      'sql', format('date_trunc(%L, %s, %L)', v_interval, v_field->>'typed', p_timezone),
      'answer', format('app.moment_local(%s, %L)', v_alias, p_timezone))
    when v_is_bucket then jsonb_build_object('sql', format(
      'date_trunc(%L, %s at time zone %L)::date', v_interval, v_field->>'typed', p_timezone))
    when v_field->>'kind' = 'text' then '{}'
    else jsonb_build_object(
      -- 1.0 and 1 are one group.
      'answer', format('case when jsonb_typeof(%1$s) = ''number'' '
        'then to_jsonb(trim_scale(%1$s::numeric)) else %1$s end', v_alias),
      'order', array[format('app.key_text(%s) collate "C"', v_alias),
        format('app.key_number(%s)', v_alias), v_alias]) end;
end $$;
comment on function app.aggregate_group is
  'The column of args.group_by[p_position]: the value as it is, arrays whole, or the time bucket '
  'that it falls into. See app.aggregate_columns';
