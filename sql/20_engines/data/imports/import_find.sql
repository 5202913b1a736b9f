create or replace function app.import_find(p_tenant text, p_reference text)
returns app.imports
language plpgsql stable as $$
declare
  v_import app.imports;
  v_user text := app.user_alone();
begin
  select * into v_import from app.imports i
  where i.tenant_id = p_tenant and i.id = p_reference
    and (v_user is null or i.created_by = v_user);
  if not found or app.policies_keep_out(
    app.policies_of_caller(p_tenant), v_import.object_type_id, v_import.principal_id) then
    perform app.not_found('import', p_reference);
  end if;
  return v_import;
end $$;
comment on function app.import_find is
  'An import by id; a user finds only their own, and so does a key that policies limit; 404';
