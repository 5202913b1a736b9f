create or replace function app.associations_hide(p_type app.object_types, p_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_type_ids text[] := array_fill(p_type.id::text, array[cardinality(p_ids)]);
  v_ids text[];
  v_links text[];
  v_type app.object_types;
  v_objects app.objects[];
begin
  select v_type_ids || array_agg(c.object_type_id), array_agg(c.id) into v_type_ids, v_ids
  from app.cascade_lock(p_type, p_ids) c;
  v_links := app.associations_lock(p_type.tenant_id, v_type_ids, p_ids || v_ids);
  perform app.associations_restrict(p_type.tenant_id, v_type_ids, p_ids || v_ids);
  update app.associations a set is_hidden = true
  where a.tenant_id = p_type.tenant_id and a.id = any (v_links) and not a.is_hidden;

  for v_type in
    select * from app.object_types t
    where t.tenant_id = p_type.tenant_id and t.id = any (v_type_ids) and v_ids is not null
    order by t.id
  loop
    v_objects := app.objects_take(v_type, v_ids, false);
    if cardinality(v_objects) > 0 then
      perform app.objects_save(v_type, 'delete', v_objects,
        array(select o.properties from unnest(v_objects) o), p_is_linked => false, p_is_cascade => true);
    end if;
  end loop;
end $$;
comment on function app.associations_hide is
  'Hides the associations of objects that have just gone to the trash, and also moves the objects '
  'that cascade there. 409 INVALID_STATE when one restricts';
