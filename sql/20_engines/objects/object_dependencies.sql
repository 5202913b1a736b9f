create or replace function app.object_dependencies(p_object app.objects, p_is_forced boolean)
returns jsonb
language sql stable as $$
  select app.dependencies(
    case when p_is_forced then array[
      row('object', 1)::app.dependency,
      row('version', (
        select count(*) from app.object_versions v
        where v.tenant_id = p_object.tenant_id and v.object_type_id = p_object.object_type_id
          and v.object_id = p_object.id
      ))::app.dependency]
    else '{}' end)
$$;
comment on function app.object_dependencies is
  'What a delete of an object takes along: for good (forced), or into the trash';
