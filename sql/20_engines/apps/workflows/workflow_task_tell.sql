create or replace function app.workflow_task_tell(p_run app.workflow_runs)
returns void
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_tenant text := p_run.tenant_id;
  v_users text[];
begin
  if p_run.assignee is null and p_run.assignee_role is null then return; end if;
  v_users := array(
    select distinct u from unnest(p_run.assignee || case when p_run.assignee_role is not null
      then app.users_of_role(v_tenant, p_run.assignee_role, v_most) end) u
    where u is distinct from app.principal()->>'user_id' and u is not null);
  if v_users = '{}' then return; end if;
  perform app.notify(v_tenant, v_users, 'workflow',
    left(format('%s waits for you: %s', w.name, p_run.state), 250), null,
    jsonb_strip_nulls(jsonb_build_object('run_id', p_run.id, 'workflow_id', p_run.workflow_id,
      'state', p_run.state, 'object_type_id', p_run.object_type_id,
      'object_id', p_run.object_id)))
  from app.workflows w where w.tenant_id = v_tenant and w.id = p_run.workflow_id;
end $$;
comment on function app.workflow_task_tell is
  'Notifies those whose task the state of a run is, in the application: category workflow. Of a role, its first 100 users; '
  'never the one who brought the run there';
