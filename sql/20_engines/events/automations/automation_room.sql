create or replace function app.automation_room(p_automation app.automations)
returns integer
language plpgsql stable as $$
declare
  v_tenant text := p_automation.tenant_id;
  v_id text := p_automation.id;
  v_since text := 'arun_' || right(app.event_id_at(clock_timestamp() - interval '1 minute'), 32);
begin
  if p_automation.max_runs_per_minute is null then return 2147483647; end if;
  return p_automation.max_runs_per_minute - (
    select count(*) from app.automation_runs r
    where r.tenant_id = v_tenant and r.automation_id = v_id and r.id >= v_since
      and r.status <> 'skipped');
end $$;
comment on function app.automation_room is
  'How many more runs of an automation may begin within this minute';
