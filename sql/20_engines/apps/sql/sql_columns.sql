create or replace function app.sql_columns(p_definition jsonb, out columns text[], out expressions text)
language plpgsql stable as $$
begin
  -- A property that is named as the currency of another keeps its name.
  select array_agg(c.name order by c.number, c.name),
    string_agg(format('%s as %I', c.expression, c.name), ', ' order by c.number, c.name)
  into columns, expressions
  from (
    select 1 as number, p.key as name, app.sql_column(p.key, p.value->>'type') as expression
    from jsonb_each(p_definition) p
    union all
    select 2, p.key || '_currency', format(
      'case when jsonb_typeof(o.properties->%1$L) = ''object'' then upper(o.properties->%1$L->>''currency'') end',
      p.key)
    from jsonb_each(p_definition) p
    where p.value->>'type' = 'currency' and not p_definition ? (p.key || '_currency')
      and length(p.key) <= 54
    union all
    select 0, s.name, s.expression
    from (values ('id', 'o.id::text'), ('created_at', 'o.created_at'), ('updated_at', 'o.updated_at'),
      ('created_by', 'o.created_by'), ('version', 'o.version')) s(name, expression)) c;
end $$;
comment on function app.sql_columns is
  'The columns of the relation of an object type: names, and the list of a SELECT';
