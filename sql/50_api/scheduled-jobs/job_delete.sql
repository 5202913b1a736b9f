create or replace function api.job_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_job app.scheduled_jobs := app.job_find(tenant, args->>'job_id');
  v_before json;
begin
  -- In the order in which the end of a run locks: what is queued, then the job.
  perform from app.work w
  where w.tenant_id = tenant and w.kind = 'job' and w.serial_key = v_job.id for update;
  v_job := app.job_lock(tenant, v_job.id);
  perform app.unchanged_check(v_job.updated_at, args);
  v_before := app.job_json(v_job);
  delete from app.work w
  where w.tenant_id = tenant and w.kind = 'job' and w.serial_key = v_job.id;
  delete from app.dead_letters d
  where d.tenant_id = tenant and d.source = 'job' and d.source_id = v_job.id;
  perform app.schedule_remove(tenant, 'job', v_job.id);
  delete from app.scheduled_jobs j where j.tenant_id = tenant and j.id = v_job.id;
  perform app.journal_write(tenant, 'job.deleted', 'job', v_job.id, null, v_before);
  return json_build_object('id', v_job.id, 'deleted', true);
end $$;
comment on function api.job_delete is 'Delete a scheduled job and its runs';
