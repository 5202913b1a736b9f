create or replace function app.aggregate_columns(p_type app.object_types, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_timezone text :=
    app.timezone_check(coalesce(args->>'timezone', 'UTC'), 'timezone');
  v_metrics jsonb := coalesce(args->'metrics', '[{"fn": "count"}]');
  v_columns jsonb := '[]';
  v_column jsonb;
  v_twin jsonb;
begin
  for i in 0 .. coalesce(jsonb_array_length(args->'group_by'), 0) - 1 loop
    v_column := app.aggregate_group(p_type, i, args, v_timezone);
    v_twin := jsonb_build_array(jsonb_build_object('name', v_column->'name'));
    if v_columns @> v_twin then
      perform app.invalid(format('group_by[%s]', i), 'duplicate', 'is listed twice');
    end if;
    v_columns := v_columns || v_column;
  end loop;
  if args ? 'interval' and not v_columns @> '[{"is_bucket": true}]' then
    perform app.invalid('interval', 'nothing_to_bucket',
      'needs a date, a datetime, created_at or updated_at in group_by');
  end if;
  for i in 0 .. jsonb_array_length(v_metrics) - 1 loop
    v_column := app.aggregate_metric(p_type, i, v_metrics->i);
    v_twin := jsonb_build_array(jsonb_build_object('name', v_column->'name'));
    if v_columns @> v_twin then
      perform app.invalid(format('metrics[%s].as', i), 'duplicate', format(
        'another field of the rows is already named %s: choose a different name',
        v_column->>'name'));
    end if;
    v_columns := v_columns || v_column;
  end loop;
  return v_columns;
end $$;
comment on function app.aggregate_columns is
  'Returns the columns of an aggregate, groups before metrics: {name, alias, sql (of the value), '
  'answer (SQL of what the row shows), order (SQL), is_bucket, is_metric, currency}. Names and '
  'paths of the caller stand in them as literals, and only those that the type defines. 400 names '
  'the path';
