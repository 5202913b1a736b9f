create or replace function app.function_find(p_tenant text, p_id text)
returns app.functions
language plpgsql stable as $$
declare v_function app.functions;
begin
  select * into v_function from app.functions f where f.tenant_id = p_tenant and f.id = p_id;
  if not found then perform app.not_found('function', p_id); end if;
  return v_function;
end $$;
comment on function app.function_find is 'A function by id, or 404';
