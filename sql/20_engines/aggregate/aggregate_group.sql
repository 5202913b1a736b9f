create or replace function app.aggregate_group(
  p_type app.object_types, p_position integer, args jsonb, p_timezone text)
returns jsonb
language plpgsql stable as $$
declare
  v_name text := args->'group_by'->>p_position;
  v_field jsonb := app.aggregate_field(p_type, v_name, format('group_by[%s]', p_position));
  v_alias text := 'g' || p_position;
  v_interval text := args->>'interval';
  v_is_fine boolean := v_interval in ('minute', 'hour');
  v_column jsonb := jsonb_build_object('name', v_name, 'alias', v_alias);
begin
  if v_interval is not null and v_field->>'type' in ('date', 'datetime') then
    v_column := v_column || '{"is_bucket": true}' || jsonb_build_object('order', array[v_alias]);
    if v_field->>'type' = 'date' then  -- a day knows no hours
      return v_column || jsonb_build_object('answer', v_alias, 'sql', format(
        'date_trunc(%L, %s::timestamp)::date',
        case when v_is_fine then 'day' else v_interval end, v_field->>'typed'));
    elsif v_is_fine then
      return v_column || jsonb_build_object(
        'sql', format('date_trunc(%L, %s, %L)', v_interval, v_field->>'typed', p_timezone),
        'answer', format('app.moment_local(%s, %L)', v_alias, p_timezone));
    end if;
    return v_column || jsonb_build_object('answer', v_alias, 'sql', format(
      'date_trunc(%L, %s at time zone %L)::date', v_interval, v_field->>'typed', p_timezone));
  end if;

  return v_column || jsonb_build_object(
    'sql', format(case v_field->>'kind' when 'money' then 'app.value_key(%s)'
      else 'nullif(%s, ''null'')' end, v_field->>'value'),
    -- 1.0 and 1 are one group.
    'answer', case when v_field->>'kind' in ('number', 'json') then
      format('case when jsonb_typeof(%1$s) = ''number'' then to_jsonb(trim_scale(%1$s::numeric)) '
        'else %1$s end', v_alias) else v_alias end,
    'order', array[format('app.key_text(%s) collate "C"', v_alias),
      format('app.key_number(%s)', v_alias), v_alias]);
end $$;
comment on function app.aggregate_group is
  'The column of args.group_by[p_position]: the value as it is, arrays whole, or the time bucket it '
  'falls into. See app.aggregate_columns';
