create or replace function worker.function_begin(p_tenant text, p_run_id text, p_attempts integer)
returns json
language plpgsql volatile as $$
declare
  v_run app.function_runs;
  v_function app.functions;
  v_principal jsonb;
  v_authors jsonb;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_run from app.function_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id for update;
  if not found then
    perform app.work_end(p_tenant, 'function', p_run_id, p_attempts);
    return null;
  end if;
  select * into v_function from app.functions f
  where f.tenant_id = p_tenant and f.id = v_run.function_id;
  if not v_function.is_enabled then
    if app.work_end(p_tenant, 'function', p_run_id, p_attempts) then
      v_now := clock_timestamp();
      update app.function_runs r set status = 'skipped', finished_at = v_now,
        error = 'It was not run: the function is disabled.'
      where r.tenant_id = p_tenant and r.id = p_run_id;
    end if;
    return null;
  end if;
  if p_attempts > app.function_attempts(v_run) then
    -- Of each attempt the worker was killed.
    perform worker.function_end(p_tenant, p_run_id, p_attempts,
      '{"status": "failed", "error": "The worker that was running it was stopped."}');
    return null;
  end if;
  v_authors := app.function_authors(v_function, v_run.trigger);
  update app.function_runs r set status = 'running', attempt = p_attempts, authors = v_authors,
    version = v_function.version, started_at = v_now, finished_at = null
  where r.tenant_id = p_tenant and r.id = p_run_id;
  -- Its caller, or its author, may have lost rights since.
  perform worker.as_tenant(p_tenant, '{}');
  v_principal := app.principal_of_event(
    p_tenant, v_run.principal, null, v_run.causation_depth, v_authors)
    || jsonb_build_object('root', coalesce(v_run.root, gen_random_uuid()));
  return json_build_object('run_id', p_run_id, 'function', app.function_open(v_function,
      v_principal), 'input', v_run.input, 'trigger', v_run.trigger, 'principal', v_principal,
    'causation_depth', v_run.causation_depth,
    'problem', case when v_principal is null then app.nobody_text() end);
end $$;
comment on function worker.function_begin is
  'Begins an attempt of a queued run: returns everything that the sandbox needs, or null when '
  'there is nothing to do. principal is null, and problem says why, when its caller, or one of its '
  'authors, may no longer act';
