create or replace function app.invariant_filter(
  p_type app.object_types, p_filters jsonb, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_filter app.filter;
  v_names jsonb;
begin
  if p_filters is null or p_filters in ('[]', '{}', 'null') then return null; end if;
  -- It sees all objects: no policy stands between a rule and them.
  p_type.policies := null;
  p_type.user_access := 'open';
  v_filter := app.compile_filter(p_type, p_filters, p_path);
  if v_filter.condition is null then return null; end if;
  if p_filters @? 'strict $.** ? (@.type() == "string" && @ starts with "$")'
    or v_filter.externals <> '["row"]'
      and v_filter.externals @? '$[*] ? (!exists(@.test) && !exists(@.system) || @.test == "regex")' then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s: the filters of a rule compare values of the object itself. regex, words, associations and variables such as $now are not '
      'available.', p_path), null, p_path);
  end if;
  v_names := to_jsonb(array(
    select distinct n.name from (
      select m[1] from regexp_matches(v_filter.condition::text, '\$\."((?:[^"\\]|\\.)*)"', 'g') m
      union select coalesce(x->>'name', x->'steps'->>0) from jsonb_array_elements(v_filter.externals) x) n(name)
    where p_type.definition ? n.name order by 1));
  v_filter.asked := null;
  return jsonb_build_object('filter', to_jsonb(v_filter), 'names', v_names);
end $$;
comment on function app.invariant_filter is
  'A filter of a rule, compiled, with the names of its properties: {filter, names}; null for no condition. 400 INVALID_FILTER for '
  'what can change without a write of the object';
