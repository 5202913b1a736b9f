create or replace function app.function_run_find(
  p_tenant text, p_function_id text, p_run_id text)
returns app.function_runs
language plpgsql stable as $$
declare v_run app.function_runs;
begin
  select * into v_run from app.function_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id and r.function_id = p_function_id;
  if not found then perform app.not_found('run', p_run_id); end if;
  return v_run;
end $$;
comment on function app.function_run_find is 'A run of a function by id, or 404';
