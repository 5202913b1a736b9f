create or replace function worker.staging_plans(p_tenant text)
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return json_build_object(
    'crons', coalesce((
      select json_agg(c) from (
        select distinct s.cron_expression, s.timezone from app.schedules s
        where s.tenant_id = p_tenant and s.next_run_at = 'infinity' and s.cron_expression is not null) c), '[]'),
    'triggers', coalesce((
      select json_agg(distinct a.trigger_event) from app.automations a where a.tenant_id = p_tenant), '[]'));
end $$;
comment on function worker.staging_plans is
  'Texts of a tenant that is being loaded that the process has to read: {crons: [{cron_expression, timezone}], triggers: [text]}';
