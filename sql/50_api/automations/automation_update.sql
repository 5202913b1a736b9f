create or replace function api.automation_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.automations := app.automation_lock(tenant, args->>'automation_id');
  v_before json := app.automation_json(v_old);
  v_new app.automations := app.automation_merge(v_old, args);
  v_answer json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.basis_check(v_old.updated_at, args, 'automation');
  if v_old.trigger_event <> args #>> '{made,trigger_event}' then
    perform app.basis_fail('automation');
  end if;
  if v_new = v_old and not args ?| '{cron_expression,run_at,timezone}' then
    return v_before;
  end if;
  v_new.updated_at := greatest(clock_timestamp(), v_old.updated_at);
  update app.automations a set name = v_new.name, description = v_new.description,
    trigger_event = v_new.trigger_event, object_type_id = v_new.object_type_id,
    conditions = v_new.conditions, actions = v_new.actions, is_enabled = v_new.is_enabled,
    mode = v_new.mode, run_as = v_new.run_as,
    max_runs_per_minute = v_new.max_runs_per_minute, actor = v_new.actor,
    authors = v_new.authors, updated_at = v_new.updated_at
  where a.tenant_id = tenant and a.id = v_old.id;
  perform app.automation_wire(v_new, args->'made');
  v_answer := app.automation_json(v_new);
  v_done := app.journal_write(
    tenant, 'automation.updated', 'automation', v_old.id, v_answer, v_before);
  return v_answer;
end $$;
comment on function api.automation_update is
  'Changes an automation and its subscription or schedule';
