create or replace function app.filter_condition(
  p_kind text, p_path text, p_operator text, p_value jsonb, p_variable text)
returns text
language sql immutable as $$
  select case
    when p_value = 'null' then '1 == 0'  -- a variable that the caller does not have
    when p_operator in ('eq', 'lt', 'lte', 'gt', 'gte') then
      app.filter_comparison(p_kind, p_path, p_operator, p_variable)
    when p_operator = 'between' then format('(%s) && (%s)',
      app.filter_comparison(p_kind, p_path, 'gte', p_variable || '[0]'),
      app.filter_comparison(p_kind, p_path, 'lte', p_variable || '[1]'))
    -- One list per type: comparing a text with a number would make the whole answer unknown.
    when p_operator = 'in' and p_kind = 'money' then
      format('%1$s == %2$s.number[*] || exists(%2$s.object[*] ? (@.currency == %1$s.currency '
        '&& @.amount.number() == %1$s.amount.number()))', p_path, p_variable)
    when p_operator = 'in' then
      format('%1$s == %2$s.string[*] || %1$s == %2$s.number[*] || %1$s == %2$s.boolean[*]',
        p_path, p_variable)
    when p_operator = 'has_any' then
      format('exists(%1$s[*] ? (@ == %2$s.string[*] || @ == %2$s.number[*] '
        '|| @ == %2$s.boolean[*]))', p_path, p_variable)
    when p_operator = 'has_all' then
      format('%s.type() == "array"', p_path) || coalesce((
        select string_agg(format(' && exists(%s[*] ? (@ == %s[%s]))', p_path, p_variable, i), '')
        from generate_series(0, jsonb_array_length(p_value) - 1) i), '')
    when p_operator = 'contains' then concat_ws(' || ',
      case when p_kind <> 'array' and jsonb_typeof(p_value) = 'string' then
        format('%s like_regex %s flag "q"', p_path, p_value) end,
      case when p_kind in ('array', 'json') then
        format('exists(%s[*] ? (@ == %s))', p_path, p_variable) end)
    when p_operator = 'icontains' then format('%s like_regex %s flag "qi"', p_path, p_value)
    when p_operator = 'starts_with' then format('%s starts with %s', p_path, p_value)
    when p_operator = 'ends_with' then format('%s like_regex %s', p_path,
      to_jsonb(regexp_replace(p_value #>> '{}', '([!-/:-@[-`{-~])', '\\\1', 'g') || '$'))
    when p_operator = 'regex' then format('%s like_regex %s', p_path, p_value)
    when p_operator = 'exists' then format('%s != null', p_path)
    when p_operator = 'not_empty' then
      format('%1$s != null && (%1$s.type() == "string" && %1$s != "" '
        '|| %1$s.type() == "array" && %1$s.size() > 0 '
        '|| %1$s.type() != "string" && %1$s.type() != "array")', p_path)
  end
$$;
comment on function app.filter_condition is
  'The jsonpath predicate of an operator on a path: true, or else false or unknown. Texts that '
  'jsonpath takes only as literals stand in it as JSON, which jsonpath reads the same way';
