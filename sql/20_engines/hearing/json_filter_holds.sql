create or replace function app.json_filter_holds(p_filter app.filter, p_value jsonb)
returns boolean
language sql immutable as $$
  select p_filter.condition is null
    or coalesce(jsonb_path_match(p_value, p_filter.condition, p_filter.variables, true), false)
$$;
comment on function app.json_filter_holds is
  'Whether a JSON value matches a filter of app.json_filter';
