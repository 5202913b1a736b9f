create or replace function app.functions_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare v_function app.functions;
begin
  for v_function in
    select * from app.functions f
    where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id order by f.id for update
  loop
    perform app.function_remove(v_function);
  end loop;
end $$;
comment on function app.functions_drop_type is
  'Removes the functions that events of a type trigger, which is about to go';
