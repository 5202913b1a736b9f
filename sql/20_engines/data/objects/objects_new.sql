create or replace function app.objects_new(
  p_tenant text, p_type_id text, p_user text, p_properties jsonb[], p_txs xid8[] default null)
returns app.objects[]
language plpgsql volatile as $$
declare
  v_id text;
  v_time timestamptz;
  v_tx xid8 := app.tx(p_tenant);
  v_objects app.objects[] := '{}';
begin
  for i in 1 .. cardinality(p_properties) loop
    v_id := app.new_id('obj');
    v_time := app.id_time(v_id);
    v_objects[i] := row(p_tenant, p_type_id, v_id, p_properties[i], 1, false, v_time, v_time,
      p_user, p_user, 'create', coalesce(p_txs[i], v_tx))::app.objects;
  end loop;
  return v_objects;
end $$;
comment on function app.objects_new is
  'The rows of new objects, not yet written, from their properties: all of this request, or each of one of '
  'p_txs';
