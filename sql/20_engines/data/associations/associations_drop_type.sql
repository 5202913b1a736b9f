create or replace function app.associations_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare
  v_names text[] := array(
    select t.name from app.association_types t
    where t.tenant_id = p_type.tenant_id and t.on_delete = 'restrict');
  v_holder app.associations;
  v_links text[];
  v_rule app.association_types;
begin
  select * into v_holder from app.associations a
  where a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id
    and a.association_type = any (v_names) and not a.is_hidden and a.from_type_id <> p_type.id
  limit 1;
  if found then perform app.restricted(v_holder); end if;

  v_links := array(
    select a.id from app.associations a
    where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id
    union
    select a.id from app.associations a
    where a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id
    order by 1);
  v_links := array(
    select a.id from app.associations a
    where a.tenant_id = p_type.tenant_id and a.id = any (v_links) order by a.id for update);
  delete from app.associations a where a.tenant_id = p_type.tenant_id and a.id = any (v_links);
  for v_rule in
    select * from app.association_types t
    where t.tenant_id = p_type.tenant_id and p_type.id in (t.from_type_id, t.to_type_id)
  loop
    perform app.association_type_remove(v_rule);
  end loop;
end $$;
comment on function app.associations_drop_type is
  'Removes what an object type has of associations and association types before it goes itself; '
  '409 INVALID_STATE when objects of other types restrict it. It never cascades: '
  'objects of other types stay';
