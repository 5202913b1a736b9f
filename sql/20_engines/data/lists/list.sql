create or replace function app.list(p_type app.object_types, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_sort text := app.sort_check(p_type, args->>'sort');
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_limit integer := args->>'limit';
  -- To be counted: a list is asked for more often than a search.
  v_most integer := case when args @> '{"count": "exact"}' then 10000 else 1000 end;
  v_binding text := app.list_binding(p_type.tenant_id, p_type.id, v_sort, v_is_descending);
  v_after jsonb := app.cursor_decode(v_binding, args->>'cursor');
  v_is_counted boolean := args->>'count' is distinct from 'none';
  v_filter app.filter;
  v_rows json[];
  v_total bigint;
  v_page json;
begin
  if app.type_is_guarded(p_type.policies, p_type.user_access) then
    v_filter := app.compile_filter(p_type, null, null);
  end if;
  perform app.filter_afford(
    p_type, v_filter, 1, app.sort_price(p_type, v_filter, v_sort), v_sort);
  if v_filter.condition is null then
    if v_is_counted then v_total := (app.object_total(p_type.tenant_id, p_type.id)).live; end if;
    v_rows := app.objects_page(p_type, null, v_sort, v_is_descending, v_after, v_limit + 1);
    v_page := app.page(v_rows, v_limit, v_binding, v_sort, v_total);
    return case when args ? 'has_cursors'
      then app.page_cursors(v_page, v_binding, v_rows[:v_limit], v_sort) else v_page end;
  end if;
  if app.filter_is_walk(p_type, v_filter, v_sort) is not true then
    v_filter := app.filter_plan(p_type, v_filter, 1000);
  end if;
  v_rows := app.objects_page(p_type, v_filter, v_sort, v_is_descending, v_after, v_limit + 1);
  if v_is_counted and app.policies_show_most(
    p_type, (app.object_total(p_type.tenant_id, p_type.id)).live, v_most + 1) then
    v_total := v_most + 1;
  elsif v_is_counted then
    v_total := app.search_total(p_type, v_filter, v_rows, v_sort, v_is_descending,
      v_after is null, v_limit, v_most + 1);
  end if;
  v_page := app.page(v_rows, v_limit, v_binding, v_sort, v_total, v_most);
  return case when args ? 'has_cursors'
    then app.page_cursors(v_page, v_binding, v_rows[:v_limit], v_sort) else v_page end;
end $$;
comment on function app.list is
  'The answer to a list {sort, order, limit, cursor, count}, in any order, of what policies show '
  'the caller; with has_cursors as app.page_cursors';
