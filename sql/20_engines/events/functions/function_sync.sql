create or replace function app.function_sync(p_function app.functions, p_plan jsonb)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_function.tenant_id;
  v_id text := p_function.id;
begin
  if p_function.is_enabled and p_function.trigger_type = 'event' then
    perform app.subscription_put(v_tenant, 'function', v_id, array[p_function.trigger_event],
      array_remove(array[p_function.object_type_id::text], null));
  else
    perform app.subscription_remove(v_tenant, 'function', v_id);
  end if;
  if p_function.trigger_type = 'schedule' then
    perform app.schedule_change(v_tenant, 'function', v_id, p_function.is_enabled, p_plan);
  else
    perform app.schedule_remove(v_tenant, 'function', v_id);
  end if;
end $$;
comment on function app.function_sync is
  'Brings what a function hears and when it fires in step with its record; p_plan as '
  'app.schedule_change takes it';
