create or replace function app.json_filter_holds(p_filter app.filter, p_value jsonb)
returns boolean
language sql stable as $$
  select p_filter.condition is null or coalesce(
    jsonb_path_match(p_value, p_filter.condition, case when p_filter.is_plain
      then p_filter.variables
      else p_filter.variables || jsonb_build_object('x', (
        select json_agg(coalesce(app.filter_test(x, (n - 1)::integer, p_filter.sets,
          app.filter_member(x, p_value)), false) order by n)::jsonb
        from jsonb_array_elements(p_filter.externals) with ordinality e(x, n))) end, true), false)
$$;
comment on function app.json_filter_holds is
  'Whether a JSON value matches a filter of app.json_filter';
