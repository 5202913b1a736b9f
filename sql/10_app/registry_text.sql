create or replace function app.registry_text(p_value jsonb)
returns text
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'array' then (
      select string_agg(l.line, ' ' order by l.n) from jsonb_array_elements_text(p_value) with ordinality l(line, n))
    else p_value #>> '{}' end
$$;
comment on function app.registry_text is
  'For sql/90_registry_*.sql: an expression of the registry, which stands there as a text or as its lines';
