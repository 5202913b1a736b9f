create or replace function app.property_dependencies(p_property app.properties)
returns jsonb
language sql stable as $$
  with named as (
    -- In filters a property may be a key or a value.
    select '%' || replace(replace(replace(to_json(p_property.name)::text, '\', '\\'), '%', '\%'), '_', '\_') || '%'
      as pattern
  )
  select app.dependencies(array[
    row('widget', (
      select count(*) from app.widgets w cross join named n
      where w.tenant_id = p_property.tenant_id
        and w.config_json->>'object_type_id' = p_property.object_type_id
        and w.config_json::text like n.pattern))::app.dependency,
    row('report', (
      select count(*) from app.saved_reports r cross join named n
      where r.tenant_id = p_property.tenant_id
        and r.config_json->>'object_type_id' = p_property.object_type_id
        and r.config_json::text like n.pattern))::app.dependency])
$$;
comment on function app.property_dependencies is
  'What may not work any more without a property: widgets and reports whose questions name it';
