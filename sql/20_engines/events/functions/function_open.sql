create or replace function app.function_open(p_function app.functions, p_principal jsonb)
returns json
language sql stable as $$
  select json_build_object('id', p_function.id, 'name', p_function.name,
    'version', p_function.version, 'runtime', p_function.runtime, 'code', p_function.code,
    'env', p_function.env, 'allowed_hosts', p_function.allowed_hosts,
    'timeout_ms', p_function.timeout_ms, 'memory_mb', p_function.memory_mb,
    'caller', json_build_object('type', p_principal->'type', 'id', p_principal->'id',
      'email', p_principal->'email', 'role', p_principal->'role'))
$$;
comment on function app.function_open is
  'Returns everything that the sandbox needs to run a function for a caller; the values of env '
  'are sealed';
