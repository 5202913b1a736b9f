create or replace view operators.jobs as
  select w.tenant_id, w.kind, w.id, w.due_at, w.attempts from app.work w;
comment on view operators.jobs is e'@primaryKey tenant_id,kind,id
@foreignKey (tenant_id) references operators.tenants (id)|@fieldName tenant|@foreignFieldName jobs
The queue of the worker: what is due or waits, by kind (webhook, automation, function, job, email, sms, task).';
