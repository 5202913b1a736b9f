create or replace function app.filter_condition(
  p_kind text, p_path text, p_operator text, p_value jsonb, p_variable text)
returns text
language plpgsql immutable as $$
begin
  if p_value = 'null' then return '1 == 0'; end if;  -- a variable that the caller does not have
  case p_operator
  when 'eq', 'lt', 'lte', 'gt', 'gte' then
    return app.filter_comparison(p_kind, p_path, p_operator, p_variable);
  when 'between' then
    return format('(%s) && (%s)',
      app.filter_comparison(p_kind, p_path, 'gte', p_variable || '[0]'),
      app.filter_comparison(p_kind, p_path, 'lte', p_variable || '[1]'));
  -- One list per type: comparing a text with a number would make the whole answer unknown.
  when 'in' then
    if p_kind = 'money' then
      return format('%1$s == %2$s.number[*] || exists(%2$s.object[*] '
        '? (@.currency == %1$s.currency && @.amount.number() == %1$s.amount.number()))',
        p_path, p_variable);
    end if;
    return format('%1$s == %2$s.string[*] || %1$s == %2$s.number[*] || %1$s == %2$s.boolean[*]',
      p_path, p_variable);
  when 'has_any' then
    return format('exists(%1$s[*] ? (@ == %2$s.string[*] || @ == %2$s.number[*] '
      '|| @ == %2$s.boolean[*]))', p_path, p_variable);
  when 'has_all' then
    return format('%s.type() == "array"', p_path) || coalesce((
      select string_agg(format(' && exists(%s[*] ? (@ == %s[%s]))', p_path, p_variable, i), '')
      from generate_series(0, jsonb_array_length(p_value) - 1) i), '');
  when 'contains' then
    return concat_ws(' || ',
      case when p_kind <> 'array' and jsonb_typeof(p_value) = 'string' then
        format('%s like_regex %s flag "q"', p_path, p_value) end,
      case when p_kind in ('array', 'json') then
        format('exists(%s[*] ? (@ == %s))', p_path, p_variable) end);
  when 'icontains' then return format('%s like_regex %s flag "qi"', p_path, p_value);
  when 'starts_with' then return format('%s starts with %s', p_path, p_value);
  when 'ends_with' then return format('%s like_regex %s', p_path,
    to_jsonb(regexp_replace(p_value #>> '{}', '([!-/:-@[-`{-~])', '\\\1', 'g') || '$'));
  when 'exists' then return format('%s != null', p_path);
  when 'not_empty' then
    return format('%1$s != null && (%1$s.type() == "string" && %1$s != "" '
      '|| %1$s.type() == "array" && %1$s.size() > 0 '
      '|| %1$s.type() != "string" && %1$s.type() != "array")', p_path);
  end case;
end $$;
comment on function app.filter_condition is
  'The jsonpath predicate of an operator on a path: true, or else false or unknown. Texts that '
  'jsonpath takes only as literals stand in it as JSON, which jsonpath reads the same way';
