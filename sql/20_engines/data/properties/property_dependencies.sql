create or replace function app.property_dependencies(p_property app.properties)
returns jsonb
language sql stable as $$
  with named as (
    -- In filters a property may be a key or a value.
    select '%' || replace(replace(replace(to_json(p_property.name)::text, '\', '\\'), '%', '\%'), '_', '\_') || '%'
      as pattern
  )
  select app.dependencies(array[
    row('form', (
      select count(*) from app.forms f
      where f.tenant_id = p_property.tenant_id and f.object_type_id = p_property.object_type_id
        and f.fields @> jsonb_build_array(
          jsonb_build_object('property', p_property.name))))::app.dependency,
    row('workflow', (
      select count(*) from app.workflows w cross join named n
      where w.tenant_id = p_property.tenant_id and w.object_type_id = p_property.object_type_id
        and (w.transitions::text like n.pattern or w.states::text like n.pattern or exists (
          select 1 from app.workflow_versions v
          where v.tenant_id = p_property.tenant_id and v.workflow_id = w.id
            and v.version = w.version and (v.transitions::text like n.pattern
              or v.states::text like n.pattern)))))::app.dependency,
    row('widget', (
      select count(*) from app.widgets w cross join named n
      where w.tenant_id = p_property.tenant_id
        and w.config_json->>'object_type_id' = p_property.object_type_id
        and w.config_json::text like n.pattern))::app.dependency,
    row('report', (
      select count(*) from app.saved_reports r cross join named n
      where r.tenant_id = p_property.tenant_id
        and r.config_json->>'object_type_id' = p_property.object_type_id
        and r.config_json::text like n.pattern))::app.dependency,
    row('ai_index', (
      select count(*) from app.ai_indexes i
      where i.tenant_id = p_property.tenant_id and i.object_type_id = p_property.object_type_id
        and p_property.name = any (i.properties)))::app.dependency,
    row('invariant', (
      select count(*) from app.invariants i
      where i.tenant_id = p_property.tenant_id
        and i.compiled->'names'->p_property.object_type_id ? p_property.name))::app.dependency])
$$;
comment on function app.property_dependencies is
  'Returns the records that use a property: forms that fill it in, workflows that name it, '
  'widgets and reports whose questions name it, an ai_index that is made of it, rules that name it';
