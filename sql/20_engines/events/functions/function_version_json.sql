create or replace function app.function_version_json(
  p_version app.function_versions, p_current integer, p_with_code boolean)
returns json
language sql stable as $$
  select json_build_object('function_id', p_version.function_id, 'version', p_version.version,
    'is_current', p_version.version = p_current,
    'code', case when p_with_code then p_version.code end,
    'created_at', p_version.created_at, 'created_by', p_version.created_by)
$$;
comment on function app.function_version_json is
  'A version of a function as the API shows it; code is null where it is left out';
