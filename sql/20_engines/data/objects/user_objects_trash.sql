create or replace function app.user_objects_trash(p_user app.users)
returns void
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_ids text[];
  v_objects app.objects[];
begin
  for v_type in
    select * from app.object_types t where t.tenant_id = p_user.tenant_id
    order by t.id for key share
  loop
    v_ids := app.user_objects(p_user.tenant_id, v_type.id, p_user.id, '');
    while cardinality(v_ids) > 0 loop
      if v_type.has_cascade then perform app.cascade_lock(v_type, v_ids); end if;
      v_objects := app.objects_take(v_type, v_ids, false);
      if cardinality(v_objects) > 0 then
        perform app.objects_save(v_type, 'delete', v_objects,
          array(select o.properties from unnest(v_objects) o), p_is_cascade => true);
      end if;
      v_ids := app.user_objects(
        p_user.tenant_id, v_type.id, p_user.id, v_ids[cardinality(v_ids)]);
    end loop;
  end loop;
end $$;
comment on function app.user_objects_trash is
  'Moves what a user created to the trash, a thousand objects at a time, with what cascades. It '
  'goes with the user: neither policies nor permissions for single types stop it';
