create or replace function api.function_execute(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_function app.functions := app.function_find(tenant, args->>'function_id');
  v_principal jsonb := app.principal();
  v_status text := case when args @> '{"async": true}' then 'queued' else 'running' end;
  v_run_id text;
begin
  if not v_function.is_enabled then
    perform app.fail(409, 'INVALID_STATE',
      'This function is disabled. Enable it first: PATCH {"enabled": true}.');
  end if;
  v_run_id := app.function_run_add(v_function, v_status, jsonb_build_object(
      'type', case when v_function.trigger_type = 'manual' then 'manual' else 'http' end),
    v_principal, coalesce((v_principal->>'causation_depth')::integer, 0),
    coalesce(args->'input', '{}'));
  if v_status = 'queued' then perform app.work_add(tenant, 'function', v_run_id); end if;
  return json_build_object('run_id', v_run_id, 'status', v_status, 'output', null,
    'duration_ms', null, 'logs', '[]'::json);
end $$;
comment on function api.function_execute is
  'Records a run of a function, and queues it if it is asynchronous';
