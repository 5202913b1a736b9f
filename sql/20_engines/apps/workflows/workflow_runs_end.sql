create or replace function app.workflow_runs_end(
  p_tenant text, p_type_id text, p_object_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_ids text[] := array(
    select r.id from app.workflow_runs r
    where r.tenant_id = p_tenant and r.object_type_id = p_type_id
      and (p_object_ids is null or r.object_id = any (p_object_ids))
      and r.object_id is not null and r.status in ('running', 'waiting', 'failed'));
  v_old app.workflow_runs;
  v_new app.workflow_runs;
  v_now timestamptz;
  v_done text;
begin
  if v_ids = '{}' then return; end if;
  -- In the order of everything that continues a run: its timeout or work, then the run.
  perform from app.schedules s
  where s.tenant_id = p_tenant and s.kind = 'workflow' and s.subject_id = any (v_ids)
  order by s.subject_id for update;
  perform from app.work w
  where w.tenant_id = p_tenant and w.kind = 'workflow' and w.id = any (v_ids)
  order by w.id for update;
  for v_old in
    select * from app.workflow_runs r
    where r.tenant_id = p_tenant and r.id = any (v_ids)
      and r.status in ('running', 'waiting', 'failed')
    order by r.id for update
  loop
    v_now := clock_timestamp();
    perform app.schedule_remove(p_tenant, 'workflow', v_old.id);
    delete from app.work w
    where w.tenant_id = p_tenant and w.kind = 'workflow' and w.id = v_old.id;
    update app.workflow_runs r set status = 'cancelled', assignee = null, assignee_role = null,
      due_at = null, finished_at = v_now, updated_at = v_now
    where r.tenant_id = p_tenant and r.id = v_old.id returning * into v_new;
    v_done := app.journal_write(p_tenant, 'workflow.cancelled', 'workflow_run', v_old.id,
      app.workflow_run_summary(v_new)::json, app.workflow_run_summary(v_old)::json);
  end loop;
end $$;
comment on function app.workflow_runs_end is
  'Cancels the runs about objects of a type, which are about to go for good: of some (ids), or of all (null)';
