create or replace view operators.usage as
  select t.tenant_id,
    (select count(*) from app.users u where u.tenant_id = t.tenant_id) as users,
    (select coalesce(sum(c.live), 0)::bigint from app.object_counts c
     where c.tenant_id = t.tenant_id) as objects,
    (select coalesce(sum(c.trashed), 0)::bigint from app.object_counts c
     where c.tenant_id = t.tenant_id) as objects_in_trash,
    (select count(*) from app.object_types o where o.tenant_id = t.tenant_id) as object_types,
    coalesce((select s.bytes from app.storage_usage s where s.tenant_id = t.tenant_id), 0) as file_bytes
  from app.tenants t;
comment on view operators.usage is e'@primaryKey tenant_id
@foreignKey (tenant_id) references operators.tenants (id)|@fieldName tenant|@foreignSingleFieldName usage
What a tenant holds, counted when it is asked for.';
