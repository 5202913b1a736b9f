create or replace function app.automation_check(p_automation app.automations)
returns void
language plpgsql immutable as $$
declare
  v_action jsonb;
  v_type text;
begin
  if p_automation.mode = 'sync' and p_automation.trigger_event !~ '^object\.' then
    perform app.invalid('trigger_event', 'not_sync', 'must be an event of objects, such as '
      'object.created, for mode sync');
  elsif p_automation.run_as = 'trigger_user' and p_automation.trigger_event = 'schedule' then
    perform app.invalid(
      'run_as', 'no_user', 'must be system when a schedule triggers it, because then there is no '
        'user');
  end if;
  for i in 0..jsonb_array_length(p_automation.actions) - 1 loop
    v_action := p_automation.actions->i;
    v_type := v_action->>'type';
    if p_automation.mode = 'sync' and v_type not in ('create_object', 'update_object',
      'delete_object', 'associate', 'set_variable', 'emit_event', 'reject') then
      perform app.invalid(format('actions[%s].type', i), 'not_sync', format('%s cannot run inside '
        'the transaction of the write. Mode sync allows create_object, update_object, '
        'delete_object, associate, set_variable, emit_event and reject', v_type));
    elsif p_automation.mode = 'sync' and v_action->>'on_error' = 'retry' then
      perform app.invalid(format('actions[%s].on_error', i), 'not_sync',
        'must be stop or continue in mode sync, because the write is waiting for it');
    elsif p_automation.mode = 'async' and v_type = 'reject' then
      perform app.invalid(format('actions[%s].type', i), 'not_async',
        'reject only works in mode sync: in mode async, the write has already happened');
    end if;
  end loop;
end $$;
comment on function app.automation_check is
  'Refuses with 400 an automation whose parts do not go together';
