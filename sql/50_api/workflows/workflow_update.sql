create or replace function api.workflow_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.workflows := app.workflow_lock(tenant, args->>'workflow_id');
  v_new app.workflows;
  v_answer json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  -- A secret stays only beside what it was written for, also one that has come in since: Node has compared that.
  if args->'made' ? 'keeps_secret'
    or app.sealed_in(jsonb_build_array(v_old.states, v_old.transitions))::text <> '[]' then
    perform app.basis_check(v_old.updated_at, args, 'workflow');
  end if;
  v_new := app.workflow_merge(v_old, args);
  v_new.status := coalesce(args->>'status', v_new.status);
  if v_new.status = 'active' and v_old.version = 0 then
    perform app.fail(409, 'INVALID_STATE', format('The workflow %s has not been published: POST '
      '/v1/workflows/%s/publish makes it active.', v_old.name, v_old.id));
  elsif v_new.status = 'draft' and v_old.status <> 'draft' then
    perform app.fail(409, 'INVALID_STATE', 'A published workflow can be archived, but cannot '
      'become a draft again. Changes to it take effect when it is published again.');
  end if;
  if v_new = v_old then return app.workflow_json(v_old); end if;
  v_new.updated_at := greatest(clock_timestamp(), v_old.updated_at);
  update app.workflows w set name = v_new.name, description = v_new.description,
    object_type_id = v_new.object_type_id, trigger = v_new.trigger,
    initial_state = v_new.initial_state, states = v_new.states,
    transitions = v_new.transitions, status = v_new.status, is_changed = v_new.is_changed,
    authors = v_new.authors, updated_at = v_new.updated_at
  where w.tenant_id = tenant and w.id = v_old.id;
  if v_new.status <> v_old.status then perform app.workflow_wire(v_new); end if;
  v_answer := app.workflow_json(v_new);
  v_done := app.journal_write(tenant, 'workflow.updated', 'workflow', v_old.id, v_answer,
    app.workflow_json(v_old));
  return v_answer;
end $$;
comment on function api.workflow_update is 'Changes the draft or the status of a workflow';
