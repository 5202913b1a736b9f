create or replace function app.workflow_run_find(p_tenant text, p_run_id text)
returns app.workflow_runs
language plpgsql stable as $$
declare v_run app.workflow_runs;
begin
  select * into v_run from app.workflow_runs r where r.tenant_id = p_tenant and r.id = p_run_id;
  if v_run.id is null or not app.workflow_run_shown(v_run) then
    perform app.not_found('workflow_run', p_run_id);
  end if;
  return v_run;
end $$;
comment on function app.workflow_run_find is 'A run that the caller may see, or 404';
