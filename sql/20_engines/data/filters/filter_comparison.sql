create or replace function app.filter_comparison(
  p_kind text, p_path text, p_operator text, p_variable text)
returns text
language sql stable as $$
  select format(
    case p_kind when 'money' then '%1$s %2$s %3$s || %1$s.currency == %3$s.currency '
      '&& %1$s.amount.number() %2$s %3$s.amount.number()'
    else '%1$s %2$s %3$s' end, p_path,
    case p_operator when 'eq' then '==' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>'
      else '>=' end, p_variable)
$$;
comment on function app.filter_comparison is
  'A comparison in jsonpath; amounts of money compare within their currency';
