create or replace function app.function_lock(p_tenant text, p_id text)
returns app.functions
language plpgsql volatile as $$
declare v_function app.functions;
begin
  select * into v_function from app.functions f
  where f.tenant_id = p_tenant and f.id = p_id for update;
  if not found then perform app.not_found('function', p_id); end if;
  return v_function;
end $$;
comment on function app.function_lock is 'A function by id, locked, or 404';
