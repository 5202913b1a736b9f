create or replace function app.simulate_conditions(
  p_type app.object_types, p_condition jsonb, out leaves jsonb, out filters app.filter[])
returns record
language sql stable as $$
  select coalesce(json_agg(jsonb_build_object('path', l.path, 'is_negated', l.is_negated,
    'label', case when l.is_negated then 'not ' else '' end || l.label || ' is false'))::jsonb, '[]'),
    coalesce(array_agg(app.simulate_alone(p_type, l.node)), '{}')
  from app.simulate_leaves(p_condition, 'condition_json') l
$$;
comment on function app.simulate_conditions is
  'The single conditions of a policy, [{path, label, is_negated}], and each as a filter';
