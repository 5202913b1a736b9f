create or replace function app.question_drawing(p_type app.object_types, p_config jsonb)
returns jsonb
language sql stable as $$
  with measures as (
    select coalesce(m->>'as', concat_ws('_', m->>'fn', m->>'property')) as name, m->>'fn' as fn,
      case when m ? 'property' then app.filter_field(p_type, m->>'property')->>'type' end as type
    from jsonb_array_elements(app.question_metrics(p_config)) m
  )
  select case when p_config ? 'interval' then jsonb_build_object('interval', p_config->'interval',
      'missing', (
        select json_object_agg(m.name, coalesce(p_config->>'missing',
          case when m.fn in ('count', 'distinct', 'sum') then 'zero' else 'gap' end))::jsonb
        from measures m)) else '{}' end
    || case when (select count(*) > 1 from measures) then jsonb_build_object('units', (
      select coalesce(json_object_agg(m.name, case when m.fn in ('count', 'distinct') then 'count' else '%' end)
        filter (where m.fn in ('count', 'distinct') or m.type = 'percent')::jsonb, '{}')
      from measures m)) else '{}' end
$$;
comment on function app.question_drawing is
  'Returns the data that a chart needs besides figures: the interval that groups them, the value '
  'where there is no row (zero, gap), and of several figures the units of those that are not plain '
  'numbers';
