create or replace function api.automation_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 200;
  v_new app.automations;
  v_answer json;
  v_done text;
begin
  if (select count(*) >= v_most from app.automations a where a.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE', format(
      'A tenant can have at most %s automations. Delete one first.', v_most),
      jsonb_build_object('max', v_most));
  end if;
  v_new.tenant_id := tenant;
  v_new.id := app.id_of_new('auto');
  v_new.conditions := '[]';
  v_new.actions := '[]';
  v_new.is_enabled := true;
  v_new.mode := 'async';
  v_new.run_as := 'system';
  v_new.run_count := 0;
  v_new.created_at := clock_timestamp();
  v_new.updated_at := v_new.created_at;
  v_new.created_by := app.principal()->>'user_id';
  v_new := app.automation_merge(v_new, args);
  insert into app.automations (tenant_id, id, name, description, trigger_event, object_type_id,
    conditions, actions, is_enabled, mode, run_as, max_runs_per_minute, actor, authors,
    created_at, updated_at, created_by)
  values (tenant, v_new.id, v_new.name, v_new.description, v_new.trigger_event,
    v_new.object_type_id, v_new.conditions, v_new.actions, v_new.is_enabled, v_new.mode,
    v_new.run_as, v_new.max_runs_per_minute, v_new.actor, v_new.authors, v_new.created_at,
    v_new.updated_at, v_new.created_by);
  perform app.automation_wire(v_new, args->'made');
  v_answer := app.automation_json(v_new);
  v_done := app.journal_write(tenant, 'automation.created', 'automation', v_new.id, v_answer);
  return v_answer;
end $$;
comment on function api.automation_create is
  'Creates an automation with its subscription or schedule';
