create or replace function app.workflow_runs_find(
  tenant text, args jsonb, p_before text, p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_workflow text := args->>'workflow_id';
  v_status text := args->>'status';
  v_user text := case args->>'assignee' when 'me' then v_principal->>'user_id'
    else args->>'assignee' end;
  v_roles text[] := case when args->>'assignee' = 'me'
    then array(select jsonb_array_elements_text(v_principal->'roles')) else '{}' end;
begin
  -- One statement for each index: a plan for several would read the whole list for what is rare.
  if args ? 'assignee' then
    return array(
      select a.id from (
        (select r.id, r.status from app.workflow_runs r
        where r.tenant_id = tenant and r.assignee = v_user and r.id < p_before
        order by r.id desc limit p_limit)
        union
        select l.id, l.status from unnest(v_roles) u(role) cross join lateral (
          select r.id, r.status from app.workflow_runs r
          where r.tenant_id = tenant and r.assignee_role = u.role and r.id < p_before
          order by r.id desc limit p_limit) l) a
      where coalesce(v_status, 'waiting') = a.status
      order by a.id desc limit p_limit);
  elsif v_workflow is not null and v_status is not null then
    return array(
      select r.id from app.workflow_runs r
      where r.tenant_id = tenant and r.workflow_id = v_workflow and r.status = v_status
        and r.id < p_before
      order by r.id desc limit p_limit);
  elsif v_workflow is not null then
    return array(
      select r.id from app.workflow_runs r
      where r.tenant_id = tenant and r.workflow_id = v_workflow and r.id < p_before
      order by r.id desc limit p_limit);
  elsif v_status is not null then
    return array(
      select r.id from app.workflow_runs r
      where r.tenant_id = tenant and r.status = v_status and r.id < p_before
      order by r.id desc limit p_limit);
  end if;
  return array(
    select r.id from app.workflow_runs r
    where r.tenant_id = tenant and r.id < p_before order by r.id desc limit p_limit);
end $$;
comment on function app.workflow_runs_find is
  'The ids of up to p_limit runs before one, newest first. Only what waits is assigned to anyone';
