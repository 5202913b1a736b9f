create or replace function app.user_objects_own(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_ids text[];
  v_objects app.objects[];
begin
  for v_type in
    select * from app.object_types t where t.tenant_id = p_from.tenant_id
    order by t.id for key share
  loop
    -- In the trash nothing is saved: the owner changes, no version is made.
    update app.objects o set created_by = p_into.id
    where o.tenant_id = p_from.tenant_id and o.object_type_id = v_type.id
      and o.created_by = p_from.id and o.is_deleted;
    loop
      v_ids := app.user_objects(p_from.tenant_id, v_type.id, p_from.id, '');
      exit when v_ids = '{}';
      v_objects := app.objects_take(v_type, v_ids, false);
      update app.objects o set created_by = p_into.id
      where o.tenant_id = p_from.tenant_id and o.object_type_id = v_type.id and o.id = any (v_ids);
      if cardinality(v_objects) > 0 then
        perform app.objects_save(v_type, 'update', v_objects,
          array(select o.properties from unnest(v_objects) o), p_is_cascade => true);
      end if;
    end loop;
  end loop;
end $$;
comment on function app.user_objects_own is
  'Gives what one user created to another, a thousand objects at a time: each live one is a new '
  'version, so that every reader of the journal sees whose it is. Policies do not stop it';
