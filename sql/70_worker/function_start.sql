create or replace function worker.function_start(
  p_tenant text, p_function_id text, p_input jsonb, p_trigger jsonb, p_principal jsonb,
  p_depth integer)
returns json
language plpgsql volatile as $$
declare
  v_function app.functions;
  v_problem text;
  v_run_id text;
  v_authors jsonb;
  v_principal jsonb;
  v_now timestamptz;
begin
  perform worker.as_tenant(p_tenant, '{}');
  select * into v_function from app.functions f
  where f.tenant_id = p_tenant and f.id = p_function_id;
  if not found then
    return json_build_object('problem', format('There is no function %s here.', p_function_id));
  end if;
  v_authors := app.function_authors(v_function, p_trigger);
  v_principal := app.principal_limited(p_tenant, p_principal, v_authors);
  v_problem := case when not v_function.is_enabled then 'The function is disabled.'
    when p_depth >= 5 then 'Five automations or functions in a row have already led to it.'
    when v_principal is null then app.nobody_text() end;
  v_run_id := app.function_run_add(v_function,
    case when v_problem is null then 'running' else 'skipped' end,
    p_trigger, p_principal, p_depth, p_input);
  v_now := clock_timestamp();
  update app.function_runs r set authors = v_authors, error = v_problem,
    finished_at = case when v_problem is not null then v_now end
  where r.tenant_id = p_tenant and r.id = v_run_id;
  return json_build_object('run_id', v_run_id, 'problem', v_problem, 'principal', v_principal,
    'function', app.function_open(v_function, p_principal));
end $$;
comment on function worker.function_start is
  'Begins a run for an automation or a scheduled job: returns everything that the sandbox needs, '
  'and its principal, with no more rights than its authors; or why it is not run';
