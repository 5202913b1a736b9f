create or replace function app.action_try(
  p_tenant text, p_type text, p_config jsonb, out output jsonb, out error text, out failure jsonb)
language plpgsql volatile as $$
declare
  v_state text;
  v_message text;
  v_detail text;
  v_noted text;
  v_done text;
begin
  -- An automation of mode sync is judged with the writer's request.
  if coalesce(current_setting('app.sync_until', true), '') <> '' then
    output := app.action_perform(p_tenant, p_type, p_config);
    return;
  end if;
  v_noted := app.invariants_begin();
  output := app.action_perform(p_tenant, p_type, p_config);
  v_done := app.invariants_settle(p_tenant);
  v_done := app.invariants_resume(v_noted);
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
    v_detail = pg_exception_detail;
  -- Deadlocks, time limits, a database that shuts down: no fault of the step.
  if v_state ~ '^(40|53|55|57|58)' then raise; end if;
  if v_state like 'PT%' then
    error := v_message;
    failure := v_detail::jsonb;
  elsif v_state ~ '^2[23]' then
    error := 'A value has the wrong type or is out of range. Check types and ranges.';
  else
    raise warning 'action %: % %', p_type, v_state, v_message;
    error := 'The step could not be completed.';
  end if;
  failure := coalesce(failure, '{"code": "VALIDATION_ERROR"}');
end $$;
comment on function app.action_try is
  'Calls app.action_perform in a savepoint: a failure undoes only the action, and is answered as '
  'error with the failure {code, details} that a caller would get';
