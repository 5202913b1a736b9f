create or replace function app.job_remove(p_tenant text, args jsonb)
returns void
language plpgsql volatile as $$
declare
  v_job app.scheduled_jobs := app.job_find(p_tenant, args->>'job_id');
  v_before json;
  v_done text;
begin
  -- In the order in which the end of a run locks: what is queued, then the job.
  perform from app.work w
  where w.tenant_id = p_tenant and w.kind = 'job' and w.serial_key = v_job.id for update;
  v_job := app.job_lock(p_tenant, v_job.id);
  v_done := app.unchanged_check(v_job.updated_at, args);
  v_before := app.job_json(v_job);
  delete from app.work w
  where w.tenant_id = p_tenant and w.kind = 'job' and w.serial_key = v_job.id;
  delete from app.dead_letters d
  where d.tenant_id = p_tenant and d.source = 'job' and d.source_id = v_job.id;
  perform app.schedule_remove(p_tenant, 'job', v_job.id);
  delete from app.scheduled_jobs j where j.tenant_id = p_tenant and j.id = v_job.id;
  v_done := app.journal_write(p_tenant, 'job.deleted', 'job', v_job.id, null, v_before);
end $$;
comment on function app.job_remove is
  'Removes a scheduled job with its runs, as DELETE /v1/scheduled-jobs/:job_id does';
