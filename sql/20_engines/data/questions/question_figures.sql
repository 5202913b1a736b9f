create or replace function app.question_figures(
  p_type app.object_types, p_kind text, p_config jsonb, p_filters jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_metric jsonb := app.question_metrics(p_config)->0;
  v_answer jsonb := app.aggregate(p_type,
    app.question_aggregate(p_kind, p_config || jsonb_build_object('filters', p_filters)));
begin
  if p_kind <> 'metric' then return v_answer; end if;
  return jsonb_build_object('value', coalesce(v_answer->'rows'->0->coalesce(
    v_metric->>'as', concat_ws('_', v_metric->>'fn', v_metric->>'property')), 'null')) || v_answer;
end $$;
comment on function app.question_figures is
  'The answer to a question that counts, sums and groups, with a filter in the place of its own: '
  '{rows, total}, and of one figure alone also value';
