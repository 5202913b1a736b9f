create or replace function worker.job_runs_expire()
returns void
language plpgsql volatile as $$
declare
  v_before text := 'jrun_' || right(app.event_id_from(clock_timestamp() - interval '30 days'), 32);
  v_tenant text := '';
begin
  loop
    select r.tenant_id into v_tenant from app.job_runs r
    where r.tenant_id > v_tenant order by r.tenant_id limit 1;
    exit when not found;
    delete from app.job_runs r where r.tenant_id = v_tenant and r.id < v_before
      and r.status not in ('queued', 'running');
  end loop;
end $$;
comment on function worker.job_runs_expire is
  'For worker.housekeeping: ends the log of runs of scheduled jobs after 30 days';
