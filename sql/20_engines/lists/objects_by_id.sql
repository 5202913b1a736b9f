create or replace function app.objects_by_id(
  p_type app.object_types, p_is_descending boolean, p_after text, p_limit integer)
returns app.objects[]
language plpgsql stable as $$
begin
  if p_is_descending then
    return array(
      select o from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.id < coalesce(p_after, '~') and not o.is_deleted
      order by o.id desc limit p_limit);
  end if;
  return array(
    select o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
      and o.id > coalesce(p_after, '') and not o.is_deleted
    order by o.id limit p_limit);
end $$;
comment on function app.objects_by_id is
  'A page of live objects along the primary key, which is the order of creation';
