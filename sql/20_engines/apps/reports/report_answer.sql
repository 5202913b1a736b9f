create or replace function app.report_answer(p_tenant text, p_kind text, p_config jsonb)
returns json
language plpgsql stable as $$
declare
  v_config jsonb := app.question_check(p_tenant, p_kind, p_config);
  v_type app.object_types;
  v_answer jsonb;
begin
  if v_config ? 'sql' then return json_build_object('sql', v_config->'sql'); end if;
  v_type := app.object_type_find(p_tenant, v_config->>'object_type_id');
  v_answer := app.question_answer(p_tenant, p_kind, v_config);
  return (jsonb_build_object('columns', app.question_columns(v_type, v_answer, v_config), 'rows', v_answer->'rows',
    'row_count', jsonb_array_length(v_answer->'rows'),
    'totals', case when app.question_counts(p_kind, v_config) then app.question_figures(
      v_type, 'metric', v_config - '{sort,interval}'::text[], app.question_filters(v_config))->'rows'->0 else '{}' end)
    || case when v_answer ? 'previous' then jsonb_build_object('previous', jsonb_build_object(
      'rows', v_answer->'previous'->'rows', 'row_count', jsonb_array_length(v_answer->'previous'->'rows'),
      'shift_seconds', v_answer->'previous'->'shift_seconds'))
      else '{}' end)::json;
end $$;
comment on function app.report_answer is
  'The answer to a report for the present principal: {columns, rows, row_count, totals}, or the SQL that is to be asked '
  'for it. totals are the metrics of all objects that its filters choose; with compare_to also previous {rows, row_count}';
