create or replace function app.undo_targets(
  p_type app.object_types, p_tx xid8, p_operation text, p_ids text[], p_versions integer[])
returns table (object app.objects, properties jsonb)
language plpgsql volatile as $$
begin
  return query
  select l.object, coalesce(v.properties, l.properties)
  from unnest(p_ids, p_versions) t(id, version)
  cross join lateral (
    select row(o.*)::app.objects as object, o.tx_id, o.is_deleted, o.properties from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = t.id
    offset 0) l  -- one by one, along the primary key
  left join lateral (
    select * from app.object_versions v
    where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id
      and v.object_id = t.id and v.version = t.version
    offset 0) v on true
  where l.tx_id = p_tx and p_operation = case
      when t.version is null or v.is_deleted then case when not l.is_deleted then 'delete' end
      when l.is_deleted then 'restore'
      when v.properties <> l.properties then 'update' end
  order by t.id;
end $$;
comment on function app.undo_targets is
  'The objects (locked before) that an operation, delete, update or restore, brings back to what '
  'they were before a transaction, and the properties that they had: created ones go to the trash';
