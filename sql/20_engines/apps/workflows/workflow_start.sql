create or replace function app.workflow_start(
  p_workflow app.workflows, p_object_type text, p_object_id text, p_input jsonb)
returns app.workflow_runs
language plpgsql volatile as $$
declare
  v_tenant text := p_workflow.tenant_id;
  v_principal jsonb := app.principal();
  v_depth integer := coalesce((v_principal->>'causation_depth')::integer, 0);
  v_actor jsonb := app.journal_actor(v_principal);
  v_version app.workflow_versions;
  v_run app.workflow_runs;
  v_type_id text;
begin
  if p_workflow.status <> 'active' then
    perform app.fail(409, 'INVALID_STATE', format('The workflow %s is %s. Publish it first: '
      'POST /v1/workflows/%s/publish.', p_workflow.name, p_workflow.status, p_workflow.id));
  elsif v_depth >= 5 then
    perform app.fail(409, 'INVALID_STATE', app.workflow_chain_text());
  end if;
  select * into v_version from app.workflow_versions v
  where v.tenant_id = v_tenant and v.workflow_id = p_workflow.id
    and v.version = p_workflow.version;
  if coalesce(p_object_type, v_version.object_type_id) is not null then
    v_type_id := (app.object_type_find(
      v_tenant, coalesce(p_object_type, v_version.object_type_id))).id;
  end if;
  if v_version.object_type_id <> v_type_id then
    perform app.invalid('object_type_id', 'other_type',
      'must be the object type of the workflow: ' || v_version.object_type_id);
  elsif (p_object_id is null) <> (v_type_id is null) then
    perform app.invalid(case when p_object_id is null then 'object_id' else 'object_type_id' end,
      'missing', 'is required, because a run is about an object of a type');
  end if;
  perform app.budget_take(v_tenant, 'runs', 1);
  v_run := app.workflow_run_add(v_version, '{"type": "manual", "event_id": null}',
    jsonb_build_object('type', 'manual', 'timestamp', app.utc(clock_timestamp()),
      'tenant_id', v_tenant, 'actor', v_actor, 'data', coalesce(p_input, '{}')), v_actor,
    v_type_id, p_object_id, v_depth, coalesce((v_principal->>'root')::uuid, gen_random_uuid()));
  if p_object_id is not null and not (app.workflow_object_shown(v_run)
    and not (app.workflow_object(v_run)).is_deleted) then
    perform app.not_found('object', p_object_id);
  end if;
  return app.workflow_begin(v_run, true);
end $$;
comment on function app.workflow_start is
  'Starts a run for the caller, about an object that they can see where the workflow is about objects';
