create or replace function app.automation_fire(
  p_tenant text, p_automation_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
begin
  perform app.automation_start(p_tenant, p_automation_id,
    jsonb_build_object('type', 'schedule', 'scheduled_for', app.utc(p_due_at)),
    jsonb_build_object('scheduled_for', app.utc(p_due_at)));
end $$;
comment on function app.automation_fire is
  'Queues the run of an automation whose schedule has come';
