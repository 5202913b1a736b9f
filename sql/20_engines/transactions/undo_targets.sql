create or replace function app.undo_targets(
  p_type app.object_types, p_xid xid8, p_operation text, p_objects app.objects[], p_ids text[],
  p_versions integer[])
returns table (object app.objects, properties jsonb)
language sql stable as $$
  select o, coalesce(v.properties, o.properties)
  from unnest(p_ids, p_versions) t(id, version)
  join unnest(p_objects) o on o.id = t.id
  left join app.object_versions v on v.tenant_id = p_type.tenant_id
    and v.object_type_id = p_type.id and v.object_id = t.id and v.version = t.version
  where o.tx_id = p_xid and p_operation = case
      when t.version is null or v.is_deleted then case when not o.is_deleted then 'delete' end
      when o.is_deleted then 'restore'
      when v.properties <> o.properties then 'update' end
  order by o.id
$$;
comment on function app.undo_targets is
  'The objects that an operation (delete, update or restore) brings back to what they were before '
  'a transaction, and the properties that they had: created ones go to the trash';
