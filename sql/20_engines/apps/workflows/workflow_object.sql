create or replace function app.workflow_object(p_run app.workflow_runs)
returns app.objects
language plpgsql stable as $$
declare v_object app.objects;
begin
  select * into v_object from app.objects o
  where o.tenant_id = p_run.tenant_id and o.object_type_id = p_run.object_type_id
    and o.id = p_run.object_id;
  return v_object;
end $$;
comment on function app.workflow_object is
  'The object that a run is about, in the trash too; null for none. Ask app.workflow_run_shown first';
