create or replace function app.question_range(
  p_type app.object_types, p_filters jsonb, p_path text,
  out property text, out data_type text, out low timestamptz, out high timestamptz)
language sql stable as $$
  with nodes as (
    select n.node
    from jsonb_array_elements(case jsonb_typeof(p_filters)
      when 'array' then p_filters else jsonb_build_array(p_filters) end) n(node)
    where jsonb_typeof(n.node) = 'object'
  ), leaves as (
    select coalesce(n.node->>'property', n.node->>'field') as property,
      coalesce(n.node->>'operator', n.node->>'op') as operator, n.node->'value' as value
    from nodes n where n.node ?| '{operator,op}'
    union all
    select m.key, o.key, o.value
    from nodes n
    cross join jsonb_each(n.node) m
    cross join jsonb_each(case jsonb_typeof(m.value) when 'object' then m.value else '{}' end) o
    where not n.node ?| '{operator,op,and,or,not,association}'
  ), bounds as (
    select l.property, f.field->>'type' as data_type, l.operator, b.n,
      (case when jsonb_typeof(b.value) = 'object' or b.value #>> '{}' like '$%'
        then app.filter_relative(p_type, f.field->>'type', b.value, p_path)
        else b.value end #>> '{}')::timestamptz as at
    from leaves l
    cross join lateral (select app.filter_field(p_type, l.property)) f(field)
    cross join lateral jsonb_array_elements(case l.operator
      when 'between' then l.value else jsonb_build_array(l.value) end) with ordinality b(value, n)
    where f.field->>'type' in ('date', 'datetime')
      and l.operator in ('gt', 'gte', 'lt', 'lte', 'between')
  )
  select b.property, b.data_type,
    max(b.at) filter (where b.operator in ('gt', 'gte') or b.operator = 'between' and b.n = 1),
    coalesce(min(b.at + case when b.data_type = 'date' and b.operator <> 'lt' then interval '1 day'
        else interval '0' end) filter (where b.operator in ('lt', 'lte') or b.operator = 'between' and b.n = 2),
      now())
  from bounds b
  group by 1, 2
  having count(*) filter (where b.operator in ('gt', 'gte', 'between')) > 0
  order by b.property limit 1
$$;
comment on function app.question_range is
  'The stretch of time that a filter chooses, by the first date or datetime that it holds from below: '
  'from low to before high, which is now where nothing holds it from above. Nothing for none';
