create or replace function app.sql_policy(p_type app.object_types)
returns text
language plpgsql stable as $$
declare
  v_filter app.filter := app.policy_filter(p_type, 'select');
  v_json text;
begin
  if v_filter.condition is null then return null; end if;
  if v_filter.is_plain then
    return format('jsonb_path_match(o.properties, %L::jsonpath, %L::jsonb, true)',
      v_filter.condition, v_filter.variables);
  end if;
  v_json := to_jsonb(v_filter)::text;
  -- These look at more than a statement of a tenant may.
  if jsonb_path_exists(v_filter.externals, '$.**.matches') or v_json like '%"test": "regex"%' then
    perform app.fail(403, 'FORBIDDEN', format('The policies of %s search words or match a regex, '
      'which SQL does not support. Use POST /v1/objects/%1$s/search instead.', p_type.name));
  end if;
  return format(
    'app.filter_holds(jsonb_populate_record(null::app.filter, %L::jsonb), row(o.*)::app.objects)', v_json);
end $$;
comment on function app.sql_policy is
  'Returns the policies of a type for the caller, as a condition of a WHERE on app.objects o; '
  'null for everything';
