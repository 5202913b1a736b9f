create or replace function app.registry_match(p_column text, p_rule jsonb, p_value text)
returns text
language sql immutable as $$
  select case
    when p_rule->>'as' = 'user' then format('r.%I = ''user:'' || %s', p_column, p_value)
    when p_rule->>'as' = 'party' then format('r.%I->>''id'' = %s', p_column, p_value)
    when p_rule->>'as' = 'ids' then format('r.%I @> array[%s::text]', p_column, p_value)
    when p_rule ? 'at' then format('r.%I->>%L = %s', p_column, p_rule->>'at', p_value)
    else format('r.%I = %s', p_column, p_value) end
$$;
comment on function app.registry_match is
  'For sql/90_registry_*.sql: the condition, over rows r, that a column names what p_value, an expression, stands for';
