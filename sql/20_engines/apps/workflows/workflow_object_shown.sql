create or replace function app.workflow_object_shown(p_run app.workflow_runs)
returns boolean
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_object app.objects;
begin
  select * into v_type from app.object_types t
  where t.tenant_id = p_run.tenant_id and t.id = p_run.object_type_id;
  if app.data_hidden() <> '{}' or not app.type_is_permitted(v_type, 'read') then return false; end if;
  v_object := app.workflow_object(p_run);
  return v_object.id is not null and app.policy_shows(v_type, v_object);
end $$;
comment on function app.workflow_object_shown is
  'Whether the caller may see the object that a run is about';
