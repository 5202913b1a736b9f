create or replace function app.undo_stale(
  p_type app.object_types, p_tx xid8, p_ids text[], p_versions integer[])
returns jsonb
language plpgsql volatile as $$
declare v_tx xid8 := app.tx(p_type.tenant_id);
begin
  perform app.objects_lock(p_type, p_ids, null);
  return (
    select coalesce(json_agg(case
      when o.id is null then app.undo_conflict('object', t.id, 'NOT_FOUND', 'It was permanently '
        'deleted.')
      when o.tx_id <> p_tx then app.undo_conflict('object', t.id, 'VERSION_CONFLICT',
        format('It has changed since and is now at version %s.', o.version))
      else app.undo_conflict('object', t.id, 'INVALID_STATE',
        'Its earlier version is no longer kept.') end)::jsonb, '[]')
    from unnest(p_ids, p_versions) t(id, version)
    left join lateral (
      select * from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = t.id
      offset 0) o on true  -- one by one, along the primary key
    left join lateral (
      select * from app.object_versions v
      where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id
        and v.object_id = t.id and v.version = t.version
      offset 0) v on true
    where o.id is null
      -- Changes that this undo itself has reverted (a delete that cascaded) are no conflict.
      or o.tx_id not in (p_tx, v_tx)
      or (t.version is not null and v.version is null and o.tx_id = p_tx));
end $$;
comment on function app.undo_stale is
  'Locks the objects of an undo and returns the conflicts of those that are not as the '
  'transaction left them';
