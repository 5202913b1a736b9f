create or replace function app.workflow_run_shown(p_run app.workflow_runs)
returns boolean
language plpgsql stable as $$
begin
  if p_run.object_id is not null
    and exists (
      select 1 from app.objects o
      where o.tenant_id = p_run.tenant_id and o.object_type_id = p_run.object_type_id
        and o.id = p_run.object_id) then
    return app.workflow_object_shown(p_run);
  end if;
  return app.workflow_managed() or app.workflow_is_mine(p_run.assignee, p_run.assignee_role)
    or coalesce(p_run.starter->>'type' = 'user'
      and p_run.starter->>'id' = app.principal()->>'user_id', false);
end $$;
comment on function app.workflow_run_shown is
  'Tells whether the caller may see a run: like its object; without one, callers who manage '
  'workflows, its starter and its assignees';
