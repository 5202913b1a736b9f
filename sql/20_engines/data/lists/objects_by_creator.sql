create or replace function app.objects_by_creator(
  p_type app.object_types, p_filter app.filter, p_creator text, p_is_descending boolean,
  p_after text, p_limit integer)
returns app.objects[]
language plpgsql stable as $$
declare v_after text := coalesce(p_after, case when p_is_descending then '~' else '' end);
begin
  if p_is_descending then
    return array(
      select o from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.created_by = p_creator and o.id < v_after
        and not o.is_deleted and app.filter_holds(p_filter, o)
      order by o.created_by desc, o.id desc limit p_limit);
  end if;
  return array(
    select o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
      and o.created_by = p_creator and o.id > v_after
      and not o.is_deleted and app.filter_holds(p_filter, o)
    order by o.created_by, o.id limit p_limit);
end $$;
comment on function app.objects_by_creator is
  'A page of the live objects that one user has created, in the order of creation: an index keeps '
  'them so';
