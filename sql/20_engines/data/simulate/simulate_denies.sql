create or replace function app.simulate_denies(
  p_type app.object_types, p_action text, out ids text[], out filters app.filter[])
language sql stable as $$
  select coalesce(array_agg(r->>'id' order by n), '{}'),
    coalesce(array_agg(app.policy_alone(p_type, p_action, r, 'condition') order by n), '{}')
  from jsonb_array_elements(p_type.policies->p_action) with ordinality e(r, n)
  where r ? 'is_deny'
$$;
comment on function app.simulate_denies is
  'The denies of a type, by priority, each as the filter of what it leaves';
