create or replace function app.function_env_check(p_function app.functions)
returns void
language plpgsql stable as $$
begin
  if p_function.env = '{}' then return; end if;
  perform app.secret_use_check(p_function.tenant_id, p_function.authors->'env',
    (p_function.authors->'code') || (p_function.authors->'hosts'), 'env',
    'code, allowed_hosts and every name of env');
end $$;
comment on function app.function_env_check is
  'Refuses with 403 when the code of a function, or where it may send things, was written by '
  'someone who may do less than those who set its env: such code would read secrets that were not '
  'given to its author';
