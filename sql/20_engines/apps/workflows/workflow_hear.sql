create or replace function app.workflow_hear(
  p_tenant text, p_workflow_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare
  v_version app.workflow_versions;
  v_hidden text[];
  v_row app.journal;
  v_run app.workflow_runs;
  v_type_id text;
  v_object_id text;
  v_fits boolean[];
begin
  select v.* into v_version from app.workflow_versions v
  where v.tenant_id = p_tenant and v.workflow_id = p_workflow_id
  order by v.version desc limit 1;
  if not found then return; end if;
  v_hidden := app.listener_hidden(p_tenant, v_version.authors);
  foreach v_row in array p_rows loop
    -- Events of its own runs would only make it run again.
    continue when v_row.resource_type = any (v_hidden) or v_row.resource_type = 'workflow_run'
      and v_row.after->>'workflow_id' = p_workflow_id;
    v_type_id := coalesce(v_row.object_type_id, v_row.after->>'object_type_id');
    v_object_id := case v_row.resource_type when 'object' then v_row.resource_id
      else v_row.after->>'object_id' end;
    if v_object_id is null then v_type_id := null; end if;
    -- Without its object there would be nothing that it could do.
    continue when v_version.object_type_id <> coalesce(v_type_id, '');
    v_fits := app.budget_share(p_tenant, 'runs',
      array[case when v_row.causation_depth > 0 then v_row.root end]);
    v_run := app.workflow_run_add(v_version,
      jsonb_build_object('type', v_row.type, 'event_id', v_row.id), app.event_json(v_row)::jsonb,
      v_row.actor::jsonb, v_type_id, v_object_id, v_row.causation_depth,
      coalesce(v_row.root, gen_random_uuid()), case
        when v_row.causation_depth >= 5 then app.workflow_chain_text()
        when not v_fits[1] then app.budget_problem(p_tenant, 'runs') end);
    if v_run.status = 'running' then
      perform app.work_add(p_tenant, 'workflow', v_run.id);
    end if;
  end loop;
end $$;
comment on function app.workflow_hear is
  'Makes a run of a workflow for each event that its authors may see; the worker begins it';
