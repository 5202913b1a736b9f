create or replace function app.regex_closed(
  p_externals jsonb[], p_first integer, p_is_deny boolean)
returns jsonb[]
language sql stable as $$
  select coalesce(array_agg(case when n >= p_first and e @> '{"test": "regex"}'
    then e || jsonb_build_object('on_long', (e->'is_negated')::boolean <> p_is_deny)
    else e end order by n), '{}')
  from unnest(p_externals) with ordinality u(e, n)
$$;
comment on function app.regex_closed is
  'The questions of a policy, of which those from p_first on are of one condition: a text that is '
  'too long for its regexes is not allowed, and is denied';
