create or replace function app.function_json(p_function app.functions, p_with_code boolean)
returns json
language sql stable as $$
  select json_build_object('id', p_function.id, 'name', p_function.name,
    'description', p_function.description, 'trigger_type', p_function.trigger_type,
    'trigger_event', p_function.trigger_event, 'object_type_id', p_function.object_type_id,
    'cron_expression', p_function.cron_expression, 'run_at', p_function.run_at,
    'timezone', p_function.timezone,
    'next_run_at', (
      select s.next_run_at from app.schedules s where s.tenant_id = p_function.tenant_id
        and s.kind = 'function' and s.subject_id = p_function.id),
    'runtime', p_function.runtime, 'enabled', p_function.is_enabled,
    'status', case when p_function.is_enabled then 'active' else 'disabled' end,
    'version', p_function.version, 'timeout_ms', p_function.timeout_ms,
    'memory_mb', p_function.memory_mb,
    'env', (
      select coalesce(json_object_agg(e.key,
        app.secret_dots(e.value) order by e.key), '{}')
      from jsonb_each_text(p_function.env) e),
    'allowed_hosts', p_function.allowed_hosts,
    'last_executed_at', p_function.last_executed_at, 'created_at', p_function.created_at,
    'updated_at', p_function.updated_at, 'created_by', p_function.created_by,
    'code', case when p_with_code then p_function.code end)
$$;
comment on function app.function_json is
  'A function as the API shows it, with dots for the values of its env; code is null where it is '
  'left out';
