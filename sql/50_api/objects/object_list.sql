create or replace function api.object_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_sort text := app.sort_check(v_type, args->>'sort');
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_limit integer := args->>'limit';
  v_most constant integer := 1000;  -- to be counted: a list is asked for more often than a search
  v_binding text := concat_ws('|', 'object.list', tenant, v_type.id, v_sort, v_is_descending);
  v_after jsonb := app.cursor_decode(v_binding, args->>'cursor');
  v_filter app.filter;
begin
  if app.type_is_guarded(v_type.policies, v_type.user_access) then
    v_filter := app.compile_filter(v_type, null, null);
  end if;
  if v_filter.condition is null then
    return app.page(
      app.objects_page(v_type, null, v_sort, v_is_descending, v_after, v_limit + 1),
      v_limit, v_binding, v_sort, (app.object_total(tenant, v_type.id)).live);
  end if;
  return app.page(
    app.objects_find(v_type, v_filter, v_sort, v_is_descending, v_after, v_limit + 1),
    v_limit, v_binding, v_sort,
    app.filter_count(v_type, app.filter_plan(v_type, v_filter, v_most), v_most + 1), v_most);
end $$;
comment on function api.object_list is 'List objects';
