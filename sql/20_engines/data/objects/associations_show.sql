create or replace function app.associations_show(p_type app.object_types, p_old app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_tx_ids xid8[] := array(select distinct o.tx_id from unnest(p_old) o);
  v_root_ids text[] := array(select o.id from unnest(p_old) o);
  v_type_ids text[] := array_fill(p_type.id::text, array[cardinality(p_old)]);
  v_ids text[];
  v_links text[];
  v_type app.object_types;
  v_objects app.objects[];
begin
  select v_type_ids || array_agg(c.object_type_id), array_agg(c.id) into v_type_ids, v_ids
  from app.cascade_trashed(p_type, v_root_ids, v_tx_ids) c;
  perform app.objects_lock_all(p_type.tenant_id, v_type_ids, v_root_ids || v_ids);
  for v_type in
    select * from app.object_types t
    where t.tenant_id = p_type.tenant_id and t.id = any (v_type_ids) and v_ids is not null
    order by t.id
  loop
    v_objects := array(
      select o from unnest(app.objects_take(v_type, v_ids, true)) o
      where o.tx_id = any (v_tx_ids));
    if cardinality(v_objects) > 0 then
      perform app.objects_save(v_type, 'restore', v_objects,
        array(select o.properties from unnest(v_objects) o), p_is_linked => false, p_is_cascade => true);
    end if;
  end loop;

  v_links := app.associations_lock(p_type.tenant_id, v_type_ids, v_root_ids || v_ids);
  update app.associations a set is_hidden = false
  where a.tenant_id = p_type.tenant_id and a.id = any (v_links) and a.is_hidden
    and exists (
      select 1 from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = a.from_type_id
        and o.id = a.from_id and not o.is_deleted)
    and exists (
      select 1 from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = a.to_type_id
        and o.id = a.to_id and not o.is_deleted);
end $$;
comment on function app.associations_show is
  'Restores the associations of objects (p_old: as they were in the trash): what the same delete '
  'cascaded to comes back with them, and every association whose other end is live';
