create or replace function worker.automation_runs_expire()
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before text := 'arun_' || right(app.event_id_from(clock_timestamp() - interval '30 days'), 32);
  v_tenant text := '';
begin
  loop
    select r.tenant_id into v_tenant from app.automation_runs r
    where r.tenant_id > v_tenant order by r.tenant_id limit 1;
    exit when not found;
    delete from app.automation_runs r
    where r.tenant_id = v_tenant and r.id < v_before and r.status not in ('queued', 'running');
  end loop;
end $$;
comment on function worker.automation_runs_expire is
  'Ends the log of automations after 30 days; a run that is not over yet stays';
