create or replace function app.export_page(
  p_type app.object_types, p_filter app.filter, args jsonb, p_after jsonb, p_limit integer)
returns app.objects[]
language plpgsql stable as $$
declare
  v_sort text := app.sort_check(p_type, args->>'sort');
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_after text := coalesce(p_after->>2, case when v_is_descending then '~' else '' end);
begin
  if not args @> '{"include_deleted":true}' then
    return app.objects_find(p_type, p_filter, v_sort, v_is_descending, p_after, p_limit);
  end if;
  if v_sort <> 'id' then
    perform app.invalid('sort', 'include_deleted',
      'objects in the trash can only be listed in the order of their creation: leave sort out, or '
      'include_deleted');
  end if;
  if v_is_descending then
    return array(
      select row(o.*)::app.objects as o from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.id < v_after and app.filter_holds(p_filter, row(o.*)::app.objects)
      order by o.id desc limit p_limit);
  end if;
  return array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
      and o.id > v_after and app.filter_holds(p_filter, row(o.*)::app.objects)
    order by o.id limit p_limit);
end $$;
comment on function app.export_page is
  'Returns the next objects of an export after p_after (app.sort_values), as its request orders '
  'them; with include_deleted those in the trash too';
