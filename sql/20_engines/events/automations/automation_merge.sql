create or replace function app.automation_merge(p_automation app.automations, args jsonb)
returns app.automations
language plpgsql stable as $$
declare
  v_new app.automations := p_automation;
  v_tenant text := p_automation.tenant_id;
begin
  v_new.name := coalesce(args->>'name', v_new.name);
  v_new.trigger_event := coalesce(args->>'trigger_event', v_new.trigger_event);
  v_new.is_enabled := coalesce((args->>'enabled')::boolean, v_new.is_enabled);
  v_new.mode := coalesce(args->>'mode', v_new.mode);
  v_new.run_as := coalesce(args->>'run_as', v_new.run_as);
  v_new.conditions := coalesce(args->'conditions', v_new.conditions);
  if args ? 'description' then v_new.description := args->>'description'; end if;
  if args ? 'max_runs_per_minute' then
    v_new.max_runs_per_minute := (args->>'max_runs_per_minute')::integer;
  end if;
  if args ? 'object_type_id' then
    v_new.object_type_id := case when args->>'object_type_id' is not null
      then (app.object_type_find(v_tenant, args->>'object_type_id')).id end;
  end if;
  if args ? 'actions' then
    v_new.actions := app.actions_named(args->'actions');
    perform app.actions_check(v_tenant, v_new.actions);
  end if;
  v_new := app.automation_authored(v_new, args);
  perform app.filter_once(
    app.event_filter(v_tenant, v_new.conditions, 'conditions'), 'conditions');
  perform app.automation_check(v_new);
  return v_new;
end $$;
comment on function app.automation_merge is
  'An automation with what a request says of it, checked as a whole';
