create or replace function app.function_merge_trigger(p_function app.functions, args jsonb)
returns app.functions
language plpgsql stable as $$
declare
  v_new app.functions := p_function;
  v_type text := coalesce(args->>'trigger_type', p_function.trigger_type, 'http');
  v_plan jsonb := args #> '{made,plan}';
begin
  v_new.trigger_type := v_type;
  v_new.timezone := coalesce(args->>'timezone', p_function.timezone, 'UTC');
  v_new.trigger_event := case when v_type = 'event'
    then coalesce(args->>'trigger_event', p_function.trigger_event) end;
  if v_type <> 'event' then
    v_new.object_type_id := null;
  elsif v_new.trigger_event is null then
    perform app.invalid('trigger_event', 'required',
      'is required with trigger_type event, for example object.created');
  elsif args->>'object_type_id' is not null then
    v_new.object_type_id :=
      (app.object_type_find(p_function.tenant_id, args->>'object_type_id')).id;
  elsif args ? 'object_type_id' then
    v_new.object_type_id := null;
  end if;
  if v_type <> 'schedule' then
    v_new.cron_expression := null;
    v_new.run_at := null;
  elsif v_plan is not null then
    v_new.cron_expression := v_plan->>'cron_expression';
    v_new.run_at := v_plan->>'run_at';
  end if;
  return v_new;
end $$;
comment on function app.function_merge_trigger is
  'Returns a function whose trigger has the changes of a request, checked; what does not belong '
  'to its trigger_type is removed';
