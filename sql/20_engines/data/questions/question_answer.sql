create or replace function app.question_answer(p_tenant text, p_kind text, p_config jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_filters jsonb := app.question_filters(p_config);
  v_type app.object_types;
  v_answer jsonb;
begin
  if p_kind = 'text' then
    return jsonb_build_object('text', p_config->'text', 'rows', '[]'::jsonb, 'total', 0);
  end if;
  v_type := app.object_type_find(p_tenant, p_config->>'object_type_id');
  if p_kind = 'funnel' then return app.question_funnel(v_type, p_config); end if;
  if not app.question_counts(p_kind, p_config) then return app.question_table(v_type, p_config); end if;
  v_answer := app.question_figures(v_type, p_kind, p_config, v_filters) || jsonb_build_object(
    'dimensions', case when p_kind = 'metric' then '[]' else app.question_groups(p_config) end,
    'measures', (
      select json_agg(coalesce(m->>'as', concat_ws('_', m->>'fn', m->>'property')))::jsonb
      from jsonb_array_elements(app.question_metrics(p_config)) m))
    || case when p_kind = 'metric' then '{}' else app.question_drawing(v_type, p_config) end;
  if p_config->>'compare_to' = 'previous_period' then
    v_answer := v_answer || jsonb_build_object('previous', app.question_figures(
      v_type, p_kind, p_config, app.question_before(v_type, v_filters)) || (
        select jsonb_build_object('shift_seconds', extract(epoch from r.high - r.low))
        from app.question_range(v_type, v_filters, 'filters') r));
  end if;
  return v_answer;
end $$;
comment on function app.question_answer is
  'The answer to a question of a dashboard or report, for the present principal: {rows, total, dimensions, measures}, '
  'the last two naming members of the rows; of a single figure also value, with compare_to also previous. Its config is '
  'that of app.question_check';
