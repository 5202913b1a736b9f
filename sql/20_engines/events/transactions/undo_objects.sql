create or replace function app.undo_objects(
  p_tenant text, p_tx xid8, p_object_type_id text, out undone integer, out conflicts jsonb)
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(p_tenant, p_object_type_id);
  v_touched record := app.undo_touched(v_type, p_tx);
  v_tx xid8 := app.tx(p_tenant);
  v_step text;
  v_failed jsonb := '[]';
  v_last jsonb;
begin
  conflicts := app.undo_each('check', v_type, p_tx, v_touched.ids, v_touched.versions);
  -- Changes that free unique values come before those that need them; and a value that two objects
  -- have exchanged is free once the other has been brought back: hence the repetition.
  loop
    v_last := v_failed;
    v_failed := '[]';
    foreach v_step in array array['delete', 'update', 'restore'] loop
      v_failed := v_failed
        || app.undo_each(v_step, v_type, p_tx, v_touched.ids, v_touched.versions);
    end loop;
    exit when v_failed = '[]' or v_failed = v_last;
  end loop;
  conflicts := conflicts || v_failed;
  undone := (
    select count(*) from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_object_type_id
      and o.id = any (v_touched.ids) and o.tx_id = v_tx);
end $$;
comment on function app.undo_objects is
  'Brings back the objects of one type that a transaction changed';
