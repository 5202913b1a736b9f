create or replace function platform.platform_job_retry(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := args->>'tenant_id';
  v_job app.work := app.queue_job_lock(v_tenant, args->>'queue_job_id');
  v_now timestamptz := clock_timestamp();
  v_waits boolean := v_job.attempts = 0 or exists (
    select 1 from app.webhook_deliveries d
    where v_job.kind = 'webhook' and d.tenant_id = v_tenant and d.id = v_job.id and d.status = 'retrying');
  v_done text;
begin
  if v_job.due_at > v_now and not v_waits then
    perform app.fail(409, 'INVALID_STATE', 'This job has begun. Wait for its end: if it fails, it is tried again, and then '
      'becomes a dead letter, which can be retried.');
  end if;
  if v_job.kind in ('email', 'sms') then
    update app.messages m set due_at = v_now where m.tenant_id = v_tenant and m.id = v_job.id;
  else
    update app.work w set due_at = v_now
    where w.tenant_id = v_tenant and w.kind = v_job.kind and w.id = v_job.id;
  end if;
  v_done := app.journal_write(v_tenant, 'queue_job.retried', 'queue_job', args->>'queue_job_id',
    json_build_object('id', args->'queue_job_id', 'kind', v_job.kind, 'attempts', v_job.attempts));
  return '{"retried": true}';
end $$;
comment on function platform.platform_job_retry is 'Begin queued work now';
