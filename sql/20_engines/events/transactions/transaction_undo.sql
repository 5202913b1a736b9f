create or replace function app.transaction_undo(p_tenant text, p_tx xid8, p_on_conflict text)
returns json
language plpgsql volatile as $$
declare
  v_undone integer := 0;
  v_conflicts jsonb := app.undo_impossible(p_tenant, p_tx);
  v_type_id text;
  v_part record;
begin
  v_part := app.undo_associations(p_tenant, p_tx, false);
  v_undone := v_part.undone;
  v_conflicts := v_conflicts || v_part.conflicts;
  for v_type_id in
    select distinct j.object_type_id collate "C" from app.journal j
    where j.tenant_id = p_tenant and j.xid = app.tx_xid(p_tx) and j.call = app.tx_call(p_tx)
      and j.resource_type = 'object' order by 1
  loop
    if exists (
      select 1 from app.object_types t where t.tenant_id = p_tenant and t.id = v_type_id) then
      v_part := app.undo_objects(p_tenant, p_tx, v_type_id);
    else
      select 0 as undone, jsonb_build_array(app.undo_conflict('object_type', v_type_id,
        'NOT_FOUND', 'It was permanently deleted, together with its '
          'objects.')) as conflicts into v_part;
    end if;
    v_undone := v_undone + v_part.undone;
    v_conflicts := v_conflicts || v_part.conflicts;
  end loop;
  v_part := app.undo_associations(p_tenant, p_tx, true);
  v_undone := v_undone + v_part.undone;
  v_conflicts := v_conflicts || v_part.conflicts;

  if v_conflicts <> '[]' and p_on_conflict = 'abort' then
    perform app.fail(409, 'CONFLICT', format('%s of the changes cannot be undone, so nothing was '
      'undone. See details, or repeat with on_conflict: "skip" to undo the others.',
      jsonb_array_length(v_conflicts)), v_conflicts);
  end if;
  return json_build_object(
    'tx_id', case when v_undone > 0 then app.tx(p_tenant)::text end, 'undoes', p_tx::text,
    'undone', v_undone, 'conflicts', v_conflicts);
end $$;
comment on function app.transaction_undo is
  'Brings back what a transaction changed: associations it made, objects, associations it removed. '
  'Conflicts end it with 409 (abort), or are left as they are (skip): {tx_id, undoes, undone, '
  'conflicts[]}';
