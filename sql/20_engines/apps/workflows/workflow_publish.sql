create or replace function app.workflow_publish(p_workflow app.workflows)
returns app.workflows
language plpgsql volatile as $$
declare
  v_new app.workflows := p_workflow;
  v_now timestamptz := greatest(clock_timestamp(), p_workflow.updated_at);
  v_authors jsonb;
  v_transitions jsonb;
  v_state jsonb;
begin
  perform app.workflow_check(p_workflow);
  v_new.version := v_new.version + 1;
  v_new.status := 'active';
  v_new.is_changed := false;
  v_new.published_at := v_now;
  v_new.updated_at := v_now;
  v_new.authors := app.authors_set(v_new.authors, 'publication');
  v_authors := app.authors_all(v_new.authors);
  insert into app.workflow_versions (tenant_id, workflow_id, version, object_type_id, trigger,
    initial_state, states, transitions, authors, actor, published_at)
  values (v_new.tenant_id, v_new.id, v_new.version, v_new.object_type_id, v_new.trigger,
    v_new.initial_state, v_new.states, v_new.transitions, v_authors, app.author(), v_now);
  select coalesce(json_object_agg(l.source, l.ways)::jsonb, '{}') into v_transitions
  from (
    select t->>'from' as source, json_object_agg(t->>'name', t - '{name,from}'::text[])::jsonb as ways
    from jsonb_array_elements(v_new.transitions) t group by 1) l;
  for v_state in select jsonb_array_elements(v_new.states) loop
    insert into app.workflow_states (tenant_id, workflow_id, version, name, state, transitions)
    values (v_new.tenant_id, v_new.id, v_new.version, v_state->>'name', v_state - 'name',
      coalesce(v_transitions->(v_state->>'name'), '{}'));
  end loop;
  update app.workflows w set version = v_new.version, status = v_new.status,
    is_changed = v_new.is_changed, published_at = v_new.published_at,
    authors = v_new.authors, updated_at = v_now
  where w.tenant_id = v_new.tenant_id and w.id = v_new.id;
  perform app.workflow_wire(v_new);
  return v_new;
end $$;
comment on function app.workflow_publish is
  'Makes a version of a workflow as it was last written, by which runs go that begin from now on; 400 names its faults';
