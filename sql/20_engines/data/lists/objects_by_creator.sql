create or replace function app.objects_by_creator(
  p_type app.object_types, p_filter app.filter, p_creator text, p_is_descending boolean,
  p_after text, p_limit integer)
returns json[]
language plpgsql stable as $$
-- The type as one argument: given its ids, which have the collation "C", all texts in here would have
-- that, and the index of created_by, which has another, could not find p_creator.
declare v_after text := coalesce(p_after, case when p_is_descending then '~' else '' end);
begin
  if p_is_descending then
    return array(
      select app.object_json(row(o.*)::app.objects) from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.created_by = p_creator and o.id < v_after
        and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
      order by o.created_by desc, o.id desc limit p_limit);
  end if;
  return array(
    select app.object_json(row(o.*)::app.objects) from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
      and o.created_by = p_creator and o.id > v_after
      and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
    order by o.created_by, o.id limit p_limit);
end $$;
comment on function app.objects_by_creator is
  'A page of the live objects that one user has created, in the order of creation: an index keeps '
  'them so';
