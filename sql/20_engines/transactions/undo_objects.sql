create or replace function app.undo_objects(
  p_tenant text, p_xid xid8, p_object_type_id text, out undone integer, out conflicts jsonb)
language plpgsql volatile as $$
declare
  v_chunk constant integer := 500;
  v_type app.object_types := app.object_type_hold(p_tenant, p_object_type_id);
  v_touched record := app.undo_touched(p_tenant, p_xid, p_object_type_id);
  v_xid xid8 := pg_current_xact_id();
  v_operation text;
  v_failed jsonb;
  v_open jsonb;
  v_last integer;
begin
  conflicts := app.undo_stale(v_type, p_xid, v_touched.ids, v_touched.versions);
  -- What takes unique values away comes before what brings them back; and a value that two objects
  -- have exchanged is free once the other has been brought back: hence the repetition.
  v_last := null;
  loop
    v_open := '[]';
    foreach v_operation in array array['delete', 'update', 'restore'] loop
      for i in 0 .. (cardinality(v_touched.ids) - 1) / v_chunk loop
        v_failed := app.undo_save(v_type, p_xid, v_operation,
          v_touched.ids[i * v_chunk + 1 : (i + 1) * v_chunk],
          v_touched.versions[i * v_chunk + 1 : (i + 1) * v_chunk]);
        v_open := v_open || v_failed;
      end loop;
    end loop;
    exit when v_open = '[]' or jsonb_array_length(v_open) >= v_last;
    v_last := jsonb_array_length(v_open);
  end loop;
  conflicts := conflicts || v_open;
  undone := (
    select count(*) from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_object_type_id
      and o.id = any (v_touched.ids) and o.tx_id = v_xid);
end $$;
comment on function app.undo_objects is
  'Brings back the objects of one type that a transaction changed';
