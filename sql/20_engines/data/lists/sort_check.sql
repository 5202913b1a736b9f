create or replace function app.sort_check(p_type app.object_types, p_sort text)
returns text
language plpgsql immutable as $$
begin
  -- Ids hold the creation time.
  if p_sort is null or p_sort in ('id', 'created_at') then return 'id'; end if;
  if p_sort not in ('updated_at', 'created_by', 'version') and not p_type.definition ? p_sort then
    perform app.fail(400, 'UNKNOWN_PROPERTY',
      format('%s has no property %s to sort by%s', p_type.name, left(p_sort, 100), coalesce(
        nullif(app.nearest_hint(p_sort, p_type.names || app.system_names()), ''), '. Name one of '
        'its properties, or id, created_at, updated_at, created_by or version.')), null, 'sort');
  end if;
  return p_sort;
end $$;
comment on function app.sort_check is
  'The name to sort by: a defined property or a system field; 400 UNKNOWN_PROPERTY';
