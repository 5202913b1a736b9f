create or replace view operators.journal_entries as
  select j.tenant_id, j.xid as place, j.id, j.type, j.actor->>'type' as actor_type,
    j.actor->>'id' as actor_id, j.resource_type, j.resource_id, j.object_type_id, j.request_id,
    j.created_at
  from app.journal j;
comment on view operators.journal_entries is e'@primaryKey tenant_id,place,id
@foreignKey (tenant_id) references operators.tenants (id)|@fieldName tenant|@foreignFieldName journal
What happened, in its order, without the values that changed.';
