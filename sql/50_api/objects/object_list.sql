create or replace function api.object_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_sort text := app.sort_check(v_type, args->>'sort');
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'object.list', tenant, v_type.id, v_sort, v_is_descending);
  v_objects app.objects[] := app.objects_page(v_type, null, v_sort, v_is_descending,
    app.cursor_decode(v_binding, args->>'cursor'), v_limit + 1);
begin
  return app.page(v_objects, v_limit, v_binding, v_sort,
    (app.object_total(tenant, v_type.id)).live);
end $$;
comment on function api.object_list is 'List objects';
