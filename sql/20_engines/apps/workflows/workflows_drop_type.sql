create or replace function app.workflows_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare
  v_old app.workflows;
  v_new app.workflows;
  v_now timestamptz;
  v_done text;
begin
  perform app.workflow_runs_end(p_type.tenant_id, p_type.id, null);
  for v_old in
    select * from app.workflows w
    where w.tenant_id = p_type.tenant_id and w.object_type_id = p_type.id order by w.id for update
  loop
    v_now := clock_timestamp();
    update app.workflows w set object_type_id = null, is_changed = true, updated_at = v_now,
      status = case when w.status = 'active' then 'archived' else w.status end
    where w.tenant_id = v_old.tenant_id and w.id = v_old.id
    returning * into v_new;
    perform app.workflow_wire(v_new);
    v_done := app.journal_write(v_old.tenant_id, 'workflow.updated', 'workflow', v_old.id,
      app.workflow_json(v_new), app.workflow_json(v_old));
  end loop;
end $$;
comment on function app.workflows_drop_type is
  'Archives the workflows of a type, which is about to go, leaves them without one, and cancels their runs';
