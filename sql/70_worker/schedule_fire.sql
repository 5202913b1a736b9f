create or replace function worker.schedule_fire(
  p_tenant text, p_kind text, p_subject_id text, p_due_at timestamptz, p_next timestamptz)
returns boolean
language plpgsql volatile as $$
declare
  v_outbound text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"scheduler","scopes":["*"]}');
  -- Only one of several workers can move the schedule on, and that worker fires it.
  update app.schedules s set next_run_at = p_next from app.tenants t
  where s.tenant_id = p_tenant and s.kind = p_kind and s.subject_id = p_subject_id
    and s.next_run_at = p_due_at and t.tenant_id = p_tenant
  returning t.outbound into v_outbound;
  if not found then return false; end if;
  -- Timeouts of workflows stay within the database.
  if v_outbound = 'off' and p_kind <> 'workflow' then return true; end if;
  case p_kind
  when 'job' then perform app.job_fire(p_tenant, p_subject_id, p_due_at);
  when 'automation' then perform app.automation_fire(p_tenant, p_subject_id, p_due_at);
  when 'function' then perform app.function_fire(p_tenant, p_subject_id, p_due_at);
  when 'integration' then perform app.integration_fire(p_tenant, p_subject_id);
  when 'workflow' then
    perform worker.as_tenant(p_tenant, app.principal()),
      app.workflow_timeout(p_tenant, p_subject_id, p_due_at), app.budget_settle(p_tenant);
  end case;
  return true;
end $$;
comment on function worker.schedule_fire is
  'Fires what was due at p_due_at, once: queues its run and sets the next firing (null for none) in '
  'one transaction, and of a tenant with outbound off only the latter. False when another worker has done so';
