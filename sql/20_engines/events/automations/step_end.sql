create or replace function app.step_end(p_step jsonb, p_action jsonb, p_result jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_max constant integer := 65536;
  v_now timestamptz := clock_timestamp();
  v_attempts integer := (p_step->>'attempts')::integer + 1;
  v_output jsonb := p_result->'output';
  v_error text := p_result->>'error';
  v_is_spent boolean := coalesce(p_result->'failure'->'details' ? 'budget', false);
  v_step jsonb;
begin
  if octet_length(v_output::text) > v_max and p_action->>'type' = 'set_variable' then
    v_error := format('A variable must not be larger than %s bytes.', v_max);
  elsif octet_length(v_output::text) > v_max then
    v_output := jsonb_strip_nulls(jsonb_build_object('id', case
      when jsonb_typeof(v_output) = 'object' then v_output->'id' end, 'truncated', true));
  end if;
  v_step := p_step || jsonb_build_object('attempts', v_attempts, 'error', left(v_error, 2000),
    'output', case when v_error is null then v_output end);
  if v_error is not null and p_action->>'on_error' = 'retry' and v_attempts < 3
    and not v_is_spent then
    return v_step || jsonb_build_object('status', 'retrying', 'due_at',
      v_now + case v_attempts when 1 then interval '1 second' else interval '5 seconds' end);
  end if;
  return v_step || jsonb_build_object('finished', true,
    'status', case when v_error is null then 'succeeded' else 'failed' end,
    'duration_ms', round(extract(epoch from v_now - (p_step->>'started_at')::timestamptz) * 1000))
    || case when v_is_spent then '{"is_spent": true}'::jsonb else '{}' end;
end $$;
comment on function app.step_end is
  'Returns a step with its outcome, {output} or {error}: succeeded, failed, or retrying (on_error '
  'retry, three attempts). Of an output beyond 64 KB the id is kept. What is beyond a budget is '
  'not retried, and ends the run (is_spent)';
