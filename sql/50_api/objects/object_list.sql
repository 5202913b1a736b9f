create or replace function api.object_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_sort text := app.sort_check(v_type, args->>'sort');
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_limit integer := args->>'limit';
  -- To be counted: a list is asked for more often than a search.
  v_most integer := case when args @> '{"count": "exact"}' then 10000 else 1000 end;
  v_binding text := concat_ws('|', 'object.list', tenant, v_type.id, v_sort, v_is_descending);
  v_after jsonb := app.cursor_decode(v_binding, args->>'cursor');
  v_is_counted boolean := args->>'count' is distinct from 'none';
  v_filter app.filter;
  v_objects app.objects[];
  v_total bigint;
begin
  if app.type_is_guarded(v_type.policies, v_type.user_access) then
    v_filter := app.compile_filter(v_type, null, null);
  end if;
  perform app.filter_afford(
    v_type, v_filter, 1, app.sort_price(v_type, v_filter, v_sort), v_sort);
  if v_filter.condition is null then
    if v_is_counted then v_total := (app.object_total(tenant, v_type.id)).live; end if;
    return app.page(
      app.objects_page(v_type, null, v_sort, v_is_descending, v_after, v_limit + 1),
      v_limit, v_binding, v_sort, v_total);
  end if;
  if app.filter_is_walk(v_type, v_filter, v_sort) is not true then
    v_filter := app.filter_plan(v_type, v_filter, 1000);
  end if;
  v_objects := app.objects_page(v_type, v_filter, v_sort, v_is_descending, v_after, v_limit + 1);
  if v_is_counted then
    v_total := app.search_total(v_type, v_filter, v_objects, v_sort, v_is_descending,
      v_after is null, v_limit, v_most + 1);
  end if;
  return app.page(v_objects, v_limit, v_binding, v_sort, v_total, v_most);
end $$;
comment on function api.object_list is 'List objects';
