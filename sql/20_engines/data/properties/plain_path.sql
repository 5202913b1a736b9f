create or replace function app.plain_path(p_definition jsonb)
returns jsonpath
language sql immutable as $$
  select (coalesce(string_agg(format(
      case when d.value ?| '{required,default}' then '(%s || !exists(%s) && $is_new == false)'
        else '(%s || !exists(%s))' end,
      case
        when d.value->>'type' in ('number', 'float', 'percent') then p.path || '.type() == "number"'
        when d.value->>'type' in ('boolean', 'array', 'object')
          then format('%s.type() == "%s"', p.path, d.value->>'type')
        when d.value->>'type' in ('integer', 'rating')
          then format(
            '%1$s.type() == "number" && %1$s >= %2$s && %1$s <= %3$s && %1$s.floor() == %1$s',
            p.path, case d.value->>'type' when 'rating' then '0' else '-9007199254740991' end,
            case d.value->>'type' when 'rating' then '5' else '9007199254740991' end)
        when d.value->>'type' in ('json', 'currency') then p.path || '.type() != "null"'
        when d.value->>'type' = 'enum' then format('%s.type() == "string" && (%s)', p.path, (
          select coalesce(string_agg(p.path || ' == ' || e.value::text, ' || '), '1 == 0')
          from jsonb_array_elements(d.value->'enum') e))
        else p.path || '.type() == "string"' end, p.path), ' && ' order by d.key) || ' && ', '')
    || '!exists($.* ? (@ == null))')::jsonpath
  from jsonb_each(p_definition) d
  cross join lateral (select '$.' || to_jsonb(d.key)::text as path) p
$$;
comment on function app.plain_path is
  'A jsonpath for properties of up to 10,000 bytes. Where it holds ($is_new: for a new object) they '
  'are complete, no null removes one, and app.property_value would leave each as it is, but for '
  'those of app.formatted_names';
