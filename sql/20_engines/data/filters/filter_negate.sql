create or replace function app.filter_negate(p_is_negated boolean, p_condition text)
returns text
language sql stable as $$
  select case when p_is_negated
    then format('(!(%1$s) || (%1$s) is unknown)', p_condition)
    else '(' || p_condition || ')' end
$$;
comment on function app.filter_negate is
  'A jsonpath predicate, or its exact complement: what is unknown there is true here';
