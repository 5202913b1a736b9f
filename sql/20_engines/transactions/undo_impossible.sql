create or replace function app.undo_impossible(p_tenant text, p_xid xid8)
returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(app.undo_conflict(j.resource_type, j.resource_id, 'INVALID_STATE',
    j.type || ' cannot be undone.') order by j.id), '[]')
  from app.journal j
  where j.tenant_id = p_tenant and j.xid = p_xid
    and j.type not in ('object.created', 'object.updated', 'object.deleted', 'object.restored',
      'association.created', 'association.updated', 'association.deleted')
    -- Facts, and notes of what was done: nothing that is as it was before.
    and j.resource_type not in ('event', 'import', 'export', 'transaction')
    and not (j.type = 'object.purged' and exists (
      select from app.journal c
      where c.tenant_id = p_tenant and c.xid = p_xid and c.type = 'object.created'
        and c.resource_id = j.resource_id))
$$;
comment on function app.undo_impossible is
  'What a transaction did that has no way back: objects removed for good, changes of types, '
  'properties, views and keys';
