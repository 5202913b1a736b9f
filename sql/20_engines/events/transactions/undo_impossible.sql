create or replace function app.undo_impossible(p_tenant text, p_tx xid8)
returns jsonb
language sql stable as $$
  select coalesce(json_agg(app.undo_conflict(t.resource_type, t.resource_id, 'INVALID_STATE',
    t.type || ' cannot be undone.') order by t.id)::jsonb, '[]')
  from (
    select j.resource_type, j.resource_id, min(j.id) as id,
      bool_or(j.type = 'object.created') as is_created,
      (array_agg(j.type order by j.id) filter (where j.type not in (
        'object.created', 'object.updated', 'object.deleted', 'object.restored',
        'association.created', 'association.updated', 'association.deleted')))[1] as type
    from app.journal j cross join app.journal_sight(p_tenant) s(sight)
      cross join app.journal_judged(s.sight) g(judged)
      cross join app.events_hidden() h(hidden)
    where j.tenant_id = p_tenant and j.xid = app.tx_xid(p_tx) and j.call = app.tx_call(p_tx)
      and j.resource_type <> all (h.hidden)
      and (j.resource_type <> all (g.judged) or app.journal_is_visible(s.sight, row(j.*)::app.journal))
      -- Facts, and notes of what was done, are as they were before.
      and j.resource_type not in ('event', 'import', 'export')
    group by j.resource_type, j.resource_id) t
  where t.type is not null and not (t.type = 'object.purged' and t.is_created)
$$;
comment on function app.undo_impossible is
  'Returns the irreversible changes of a transaction that the caller hears of: objects removed permanently, changes of '
  'types, properties, views and keys';
