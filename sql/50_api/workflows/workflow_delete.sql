create or replace function api.workflow_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.workflows := app.workflow_lock(tenant, args->>'workflow_id');
  v_id text := v_old.id;
  v_dependencies jsonb := app.dependencies(array[row('workflow_run', (
    select count(*) from app.workflow_runs r
    where r.tenant_id = tenant and r.workflow_id = v_id))::app.dependency]);
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'workflow', v_id, v_dependencies, args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.subscription_remove(tenant, 'workflow', v_id);
  delete from app.schedules s where s.tenant_id = tenant and s.kind = 'workflow'
    and s.subject_id in (
      select r.id from app.workflow_runs r where r.tenant_id = tenant and r.workflow_id = v_id);
  -- Takes its versions and runs along; of what is queued of them the worker finds nothing left to do.
  delete from app.workflows w where w.tenant_id = tenant and w.id = v_id;
  v_done := app.journal_write(
    tenant, 'workflow.deleted', 'workflow', v_id, null, app.workflow_json(v_old));
  return json_build_object('id', v_id, 'deleted', true);
end $$;
comment on function api.workflow_delete is 'Delete a workflow and its runs';
