create or replace function app.automation_wire(p_automation app.automations, p_made jsonb)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_automation.tenant_id;
  v_id text := p_automation.id;
begin
  if p_automation.is_enabled and p_automation.trigger_event not in ('manual', 'schedule') then
    perform app.subscription_put(v_tenant, 'automation', v_id, array[p_made->>'event'],
      array_remove(array[p_automation.object_type_id::text], null), p_automation.conditions,
      p_automation.mode = 'sync');
  else
    perform app.subscription_remove(v_tenant, 'automation', v_id);
  end if;
  if p_automation.trigger_event = 'schedule' then
    perform app.schedule_change(
      v_tenant, 'automation', v_id, p_automation.is_enabled, p_made->'plan');
  else
    perform app.schedule_remove(v_tenant, 'automation', v_id);
  end if;
end $$;
comment on function app.automation_wire is
  'Keeps what an automation hears and when it fires in step with it. p_made is what '
  'src/groups/automations/handlers.ts made of it: {event, plan}';
