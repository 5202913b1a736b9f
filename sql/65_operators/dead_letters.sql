create or replace view operators.dead_letters as
  select d.tenant_id, d.id, d.source, d.source_id, d.record_id, d.task, d.error, d.attempts,
    d.max_attempts, d.status, d.first_failed_at, d.last_failed_at, d.created_at
  from app.dead_letters d;
comment on view operators.dead_letters is e'@primaryKey tenant_id,id
@foreignKey (tenant_id) references operators.tenants (id)|@fieldName tenant|@foreignFieldName deadLetters
Work that was given up, without what it was about.';
