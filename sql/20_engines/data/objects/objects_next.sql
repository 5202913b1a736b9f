create or replace function app.objects_next(
  p_operation text, p_user text, p_old app.objects[], p_properties jsonb[])
returns app.objects[]
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_xid xid8 := pg_current_xact_id();
  v_object app.objects;
  v_objects app.objects[] := '{}';
begin
  for i in 1 .. cardinality(p_old) loop
    v_object := p_old[i];
    v_object.properties := p_properties[i];
    v_object.version := v_object.version + 1;
    v_object.is_deleted := p_operation = 'delete';
    v_object.updated_at := greatest(v_now, v_object.updated_at);
    v_object.updated_by := p_user;
    v_object.operation := p_operation;
    v_object.tx_id := v_xid;
    v_objects[i] := v_object;
  end loop;
  return v_objects;
end $$;
comment on function app.objects_next is
  'The next version of objects, not yet written, with p_properties in the order of p_old';
