create or replace function app.tenant_dependencies(p_tenant text)
returns jsonb
language sql stable as $$
  select app.dependencies(array[
    row('object', (
      select coalesce(sum(c.live + c.trashed), 0) from app.object_counts c
      where c.tenant_id = p_tenant))::app.dependency,
    row('object_type', (
      select count(*) from app.object_types t where t.tenant_id = p_tenant))::app.dependency,
    row('association', (
      select count(*) from app.associations a where a.tenant_id = p_tenant))::app.dependency,
    row('file', (
      select count(*) from app.files f where f.tenant_id = p_tenant))::app.dependency,
    row('user', (
      select count(*) from app.users u where u.tenant_id = p_tenant))::app.dependency,
    row('key', (select count(*) from app.api_keys k where k.tenant_id = p_tenant))::app.dependency])
$$;
comment on function app.tenant_dependencies is 'Returns the records that are deleted with a tenant';
