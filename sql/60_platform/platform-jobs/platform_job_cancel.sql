create or replace function platform.platform_job_cancel(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := args->>'tenant_id';
  v_kinds constant text[] := '{webhook,automation,workflow,function,job,integration}';
  v_job app.work := app.queue_job_lock(v_tenant, args->>'queue_job_id');
  v_done text;
begin
  if v_job.kind <> all (v_kinds) then
    perform app.fail(409, 'INVALID_STATE', format('Work of the kind %s cannot be cancelled, only of: %s.', v_job.kind,
      array_to_string(v_kinds, ', ')));
  end if;
  perform app.work_discard(v_tenant, v_job.kind, v_job.id, 'The operator cancelled it.');
  v_done := app.journal_write(v_tenant, 'queue_job.cancelled', 'queue_job', args->>'queue_job_id',
    json_build_object('id', args->'queue_job_id', 'kind', v_job.kind, 'attempts', v_job.attempts));
  return '{"cancelled": true}';
end $$;
comment on function platform.platform_job_cancel is 'Cancel queued work';
