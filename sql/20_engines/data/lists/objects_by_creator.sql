create or replace function app.objects_by_creator(
  p_tenant text, p_type_id text, p_filter app.filter, p_creator text, p_is_descending boolean,
  p_after text, p_limit integer)
returns json[]
language plpgsql stable as $$
declare v_after text := coalesce(p_after, case when p_is_descending then '~' else '' end);
begin
  -- As a range and not as one value: for one value the primary key has the same order, and without
  -- statistics the planner may take that and test every object.
  if p_is_descending then
    return array(
      select app.object_json(o) from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = p_type_id
        and (o.created_by, o.id) < (p_creator, v_after) and o.created_by >= p_creator
        and not o.is_deleted and app.filter_holds(p_filter, o)
      order by o.created_by desc, o.id desc limit p_limit);
  end if;
  return array(
    select app.object_json(o) from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id
      and (o.created_by, o.id) > (p_creator, v_after) and o.created_by <= p_creator
      and not o.is_deleted and app.filter_holds(p_filter, o)
    order by o.created_by, o.id limit p_limit);
end $$;
comment on function app.objects_by_creator is
  'A page of the live objects that one user has created, in the order of creation: an index keeps '
  'them so';
