create or replace function app.index_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare
  v_property_ids text[] := array(
    select p.id from app.properties p
    where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id);
begin
  delete from app.object_index x
  where x.tenant_id = p_type.tenant_id and x.property_id = any (v_property_ids);
end $$;
comment on function app.index_drop_type is 'Removes the index rows of all objects of a type, which is about to go';
