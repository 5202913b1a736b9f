create or replace function app.workflow_act(
  p_run app.workflow_runs, p_state jsonb, p_is_asked boolean)
returns app.workflow_runs
language plpgsql volatile as $$
declare
  v_outside integer;
  v_principal jsonb;
  v_gone record;
begin
  if p_run.actions = '[]' then return app.workflow_settle(p_run, p_state); end if;
  v_principal := app.workflow_principal(p_run);
  if v_principal is null and p_is_asked then
    perform app.fail(409, 'INVALID_STATE', app.nobody_text());
  elsif v_principal is null then
    p_run.status := 'failed';
    p_run.error := app.nobody_text();
    return app.workflow_settle(p_run, p_state);
  end if;
  v_outside := (
    select min(n) from jsonb_array_elements(p_run.actions) with ordinality u(a, n)
    where a->>'type' in ('webhook', 'function', 'ai_generate', 'delay'));
  v_gone := app.automation_go(app.workflow_task(p_run, coalesce((
    select json_agg(a order by n)::jsonb from jsonb_array_elements(p_run.actions) with ordinality u(a, n)
    where n < coalesce(v_outside, 1000)), '[]')), v_principal, null);
  p_run := app.workflow_task_keep(p_run, v_gone.p_run);
  if p_run.status = 'failed' and p_is_asked then
    perform app.workflow_refuse(p_run, v_gone.failure);
  elsif p_run.status = 'failed' or v_gone.due_at is null and v_outside is null then
    return app.workflow_settle(p_run, p_state);
  end if;
  perform app.work_add(p_run.tenant_id, 'workflow', p_run.id,
    coalesce(v_gone.due_at, clock_timestamp()));
  perform app.workflow_run_save(p_run);
  return p_run;
end $$;
comment on function app.workflow_act is
  'Runs the actions of a run that has entered a state, as far as the database can do them, in '
  'this transaction; the rest is work for the worker, which settles it. p_is_asked: a caller has '
  'asked for it, and is refused when one of them fails';
