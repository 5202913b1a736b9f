create or replace function app.workflow_holds(p_run app.workflow_runs, p_transition jsonb)
returns boolean
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_error text;
begin
  if coalesce(p_transition->'conditions', '[]') = '[]' then return true; end if;
  select * into v_type from app.object_types t
  where t.tenant_id = p_run.tenant_id and t.id = p_run.object_type_id;
  return coalesce(app.filter_holds(
    app.workflow_condition(v_type, p_transition->'conditions', 'conditions'),
    app.workflow_object(p_run)), false);
exception when sqlstate 'PT400' then
  return false;  -- a property that was deleted since
end $$;
comment on function app.workflow_holds is 'Whether the conditions of a transition hold for the object of a run';
