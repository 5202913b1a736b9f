create or replace function app.question_measure_type(p_type app.object_types, p_metric jsonb)
returns text
language sql stable as $$
  select case
    when f.type = 'currency' and p_metric->>'fn' in ('sum', 'avg', 'min', 'max') then f.type
    when f.type in ('date', 'datetime', 'time', 'string', 'text', 'boolean', 'enum')
      and p_metric->>'fn' in ('min', 'max') then f.type
    else 'number' end
  from (
    select case when p_metric ? 'property'
      then app.filter_field(p_type, p_metric->>'property')->>'type' end) f(type)
$$;
comment on function app.question_measure_type is
  'The type of a figure {fn, property}: number, or that of its property where it is one of its values, or money';
