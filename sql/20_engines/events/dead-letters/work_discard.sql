create or replace function app.work_discard(p_tenant text, p_kind text, p_id text, p_why text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_delivery app.webhook_deliveries;
begin
  delete from app.work w where w.tenant_id = p_tenant and w.kind = p_kind and w.id = p_id;
  case p_kind
  when 'webhook' then
    select * into v_delivery from app.webhook_deliveries d
    where d.tenant_id = p_tenant and d.id = p_id;
    perform app.delivery_end(p_tenant, p_id, 'dead', v_delivery.attempt,
      jsonb_build_object('error', p_why));
  when 'automation' then
    -- A run that has begun can be retried, and continues with the step that it waits for.
    update app.automation_runs r set error = p_why, finished_at = v_now,
      status = case when r.status = 'queued' then 'skipped' else 'cancelled' end,
      steps = case when r.steps->-1->>'status' = any ('{running,waiting,retrying}')
        then jsonb_set(r.steps, '{-1,status}', '"cancelled"') else r.steps end
    where r.tenant_id = p_tenant and r.id = p_id and r.status in ('queued', 'running');
  when 'workflow' then
    update app.workflow_runs r set error = p_why, finished_at = v_now, updated_at = v_now,
      status = case when r.moves = 0 then 'cancelled' else 'failed' end,
      steps = case when r.steps->-1->>'status' = any ('{running,waiting,retrying}')
        then jsonb_set(r.steps, '{-1,status}', '"cancelled"') else r.steps end
    where r.tenant_id = p_tenant and r.id = p_id and r.status = 'running';
  when 'function' then
    update app.function_runs r set status = 'skipped', error = p_why, finished_at = v_now
    where r.tenant_id = p_tenant and r.id = p_id and r.status in ('queued', 'running');
  when 'job' then
    update app.job_runs r set status = 'skipped', error = p_why, finished_at = v_now
    where r.tenant_id = p_tenant and r.id = p_id and r.status in ('queued', 'running');
  when 'integration' then
    update app.integration_syncs s set status = 'skipped', error = p_why, finished_at = v_now
    where s.tenant_id = p_tenant and s.id = p_id and s.status in ('queued', 'running');
  end case;
  update app.dead_letters d set status = 'dead'
  where d.tenant_id = p_tenant and d.record_id = p_id and d.status = 'retrying';
end $$;
comment on function app.work_discard is
  'Ends a work that was queued without doing it, and gives the reason in its record. A delivery, and a run that had begun, '
  'can be retried';
