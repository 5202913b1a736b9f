create or replace function app.function_run_add(
  p_function app.functions, p_status text, p_trigger jsonb, p_principal jsonb, p_depth integer,
  p_input jsonb)
returns text
language sql volatile as $$
  insert into app.function_runs (tenant_id, id, function_id, version, status, trigger, principal,
    causation_depth, root, input, attempt, started_at)
  values (p_function.tenant_id, app.new_id('fnrun'), p_function.id, p_function.version, p_status,
    p_trigger, p_principal, p_depth, coalesce((p_principal->>'root')::uuid, gen_random_uuid()),
    p_input, (p_status = 'running')::integer,
    case when p_status = 'running' then clock_timestamp() end)
  returning id
$$;
comment on function app.function_run_add is 'Records a run of a function that begins, or is to be, in the chain of p_principal, or as the '
  'beginning of one';
