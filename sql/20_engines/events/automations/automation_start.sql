create or replace function app.automation_start(
  p_tenant text, p_automation_id text, p_trigger jsonb, p_data jsonb,
  out run_id text, out status text)
language plpgsql volatile as $$
declare
  v_automation app.automations := app.automation_find(p_tenant, p_automation_id);
  v_principal jsonb := app.principal();
begin
  if not v_automation.is_enabled then
    perform app.fail(409, 'INVALID_STATE', format('The automation %s is disabled. Enable it first: '
      'PATCH /v1/automations/%s {"enabled": true}.', v_automation.name, v_automation.id));
  end if;
  perform app.budget_take(p_tenant, 'runs', 1);
  select q.id, q.status into run_id, status
  from app.automation_queue(v_automation,
    array[jsonb_build_object('event_id', null) || p_trigger],
    array[p_trigger || jsonb_build_object('timestamp', app.utc(clock_timestamp()),
      'tenant_id', p_tenant, 'actor', app.journal_actor(v_principal), 'data', p_data)],
    array[app.journal_actor(v_principal)],
    array[coalesce((v_principal->>'causation_depth')::integer, 0)],
    array[(v_principal->>'root')::uuid], '{t}') q;
end $$;
comment on function app.automation_start is
  'Queues a run of an automation that no event has triggered: by hand, by a job, by a schedule. '
  'p_trigger is {type, …}; its templates see p_data as trigger.data';
