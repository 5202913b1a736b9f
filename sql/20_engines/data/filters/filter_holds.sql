create or replace function app.filter_holds(p_filter app.filter, p_object app.objects)
returns boolean
language sql stable as $$
  select case
    when p_filter.condition is null then true
    when p_filter.is_plain then
      jsonb_path_match(p_object.properties, p_filter.condition, p_filter.variables, true)
    -- 2 microseconds; app.filter_holds_whole takes 12.
    when p_filter.externals = '["row"]' then
      jsonb_path_match(p_object.properties, p_filter.condition, p_filter.variables
        || jsonb_build_object('id', p_object.id, 'created_by', p_object.created_by,
          'version', p_object.version), true)
    else app.filter_holds_whole(p_filter.condition, p_filter.variables, p_filter.externals,
      p_filter.sets, p_object)
  end
$$;
comment on function app.filter_holds is
  'Whether an object matches a filter (null matches all). Null means no: strict jsonpath does not '
  'know of what is missing';
