create or replace function app.object_type_dependencies(p_type app.object_types)
returns jsonb
language sql stable as $$
  select app.dependencies(array[
    row('object', (
      select live + trashed from app.object_total(p_type.tenant_id, p_type.id)))::app.dependency,
    row('property', (
      select count(*) from app.properties p
      where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id))::app.dependency,
    row('association', (
      select count(*) from app.associations a
      where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id) + (
      select count(*) from app.associations a
      where a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id
        and a.from_type_id <> p_type.id))::app.dependency,
    row('association_type', (
      select count(*) from app.association_types t
      where t.tenant_id = p_type.tenant_id
        and p_type.id in (t.from_type_id, t.to_type_id)))::app.dependency,
    row('view', (
      select count(*) from app.views v
      where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id))::app.dependency,
    row('policy', (
      select count(*) from app.policies p
      where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id))::app.dependency,
    row('file', (
      select count(*) from app.files f
      where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id
        and f.object_id is not null and not f.is_deleted))::app.dependency,
    row('comment', (
      select count(*) from app.comments c
      where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id
        and c.object_id is not null and not c.is_deleted))::app.dependency,
    row('automation', (
      select count(*) from app.automations a
      where a.tenant_id = p_type.tenant_id and a.object_type_id = p_type.id))::app.dependency,
    row('form', (
      select count(*) from app.forms f
      where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id))::app.dependency,
    row('workflow', (
      select count(*) from app.workflows w
      where w.tenant_id = p_type.tenant_id and w.object_type_id = p_type.id))::app.dependency,
    row('widget', (
      select count(*) from app.widgets w
      where w.tenant_id = p_type.tenant_id
        and w.config_json->>'object_type_id' = p_type.id))::app.dependency,
    row('report', (
      select count(*) from app.saved_reports r
      where r.tenant_id = p_type.tenant_id
        and r.config_json->>'object_type_id' = p_type.id))::app.dependency])
$$;
comment on function app.object_type_dependencies is
  'Returns the records that are deleted with an object type';
