create or replace function app.workflow_begin_alone(p_run app.workflow_runs)
returns app.workflow_runs
language plpgsql volatile as $$
begin
  -- An event may come after the end of what it tells of.
  if p_run.object_id is not null and (app.workflow_object(p_run)).id is null then
    perform app.workflow_runs_end(p_run.tenant_id, p_run.object_type_id, array[p_run.object_id]);
    return p_run;
  end if;
  return app.workflow_begin(p_run, false);
end $$;
comment on function app.workflow_begin_alone is
  'Takes a run that an event has started into its first state; it is cancelled where its object is gone already';
