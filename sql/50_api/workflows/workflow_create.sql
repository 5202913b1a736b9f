create or replace function api.workflow_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 200;
  v_new app.workflows;
  v_answer json;
  v_done text;
begin
  if (select count(*) >= v_most from app.workflows w where w.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE', format(
      'A tenant can have at most %s workflows. Delete one first.', v_most),
      jsonb_build_object('max', v_most));
  end if;
  v_new.tenant_id := tenant;
  v_new.id := app.id_of_new('wf');
  v_new.trigger := '"manual"';
  v_new.states := '[]';
  v_new.transitions := '[]';
  v_new.status := 'draft';
  v_new.version := 0;
  v_new.is_changed := true;
  v_new.authors := '{}';
  v_new.created_at := clock_timestamp();
  v_new.updated_at := v_new.created_at;
  v_new.created_by := app.principal()->>'user_id';
  v_new := app.workflow_merge(v_new, args);
  insert into app.workflows (tenant_id, id, name, description, object_type_id, trigger,
    initial_state, states, transitions, status, version, is_changed, authors, created_by,
    created_at, updated_at)
  values (tenant, v_new.id, v_new.name, v_new.description, v_new.object_type_id, v_new.trigger,
    v_new.initial_state, v_new.states, v_new.transitions, v_new.status, v_new.version,
    v_new.is_changed, v_new.authors, v_new.created_by, v_new.created_at, v_new.updated_at);
  v_answer := app.workflow_json(v_new);
  v_done := app.journal_write(tenant, 'workflow.created', 'workflow', v_new.id, v_answer);
  return v_answer;
end $$;
comment on function api.workflow_create is 'Creates a workflow as a draft';
