create or replace function app.object_type_dependencies(p_type app.object_types)
returns jsonb
language sql stable as $$
  select app.dependencies(array[
    row('object', (
      select live + trashed from app.object_total(p_type.tenant_id, p_type.id)))::app.dependency,
    row('property', (
      select count(*) from app.properties p
      where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id))::app.dependency])
$$;
comment on function app.object_type_dependencies is
  'What goes with an object type when it is deleted';
