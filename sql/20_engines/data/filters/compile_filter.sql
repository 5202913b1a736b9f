create or replace function app.compile_filter(
  p_type app.object_types, p_filters jsonb, p_path text)
returns app.filter
language plpgsql stable as $$
declare
  v_part app.filter_part;
  v_policy text;
  v_asked jsonb;
  v_externals integer;
begin
  if app.type_is_guarded(p_type.policies, p_type.user_access) then
    v_part := app.policy_part(p_type, 'select', p_is_served => true);
    v_policy := v_part.condition;
  end if;
  if p_filters is null or p_filters in ('[]', '{}', 'null') then return app.filter_made(v_part); end if;
  if v_policy is null then
    v_part := row(null, '{}', '{}', '{}', 0, null, null)::app.filter_part;
  end if;
  v_externals := cardinality(v_part.externals);
  v_part := app.filter_node(p_type, p_filters, p_path, 1, false, true, v_part);
  v_asked := app.filter_asked(v_part, v_externals);
  if v_policy is not null then
    v_part.condition := format('(%s && %s)', v_policy, v_part.condition);
  end if;
  return app.filter_made(v_part, v_asked);
end $$;
comment on function app.compile_filter is
  'The filter language (docs/data/filters.md): checks a tree against a type and makes of it a jsonpath '
  'and what an index can serve, within what the policies of the type show the caller; null for '
  'every object. 400 INVALID_FILTER, UNKNOWN_PROPERTY or VALIDATION_ERROR names the path in the tree';
