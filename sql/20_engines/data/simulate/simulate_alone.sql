create or replace function app.simulate_alone(p_type app.object_types, p_condition jsonb)
returns app.filter
language plpgsql stable as $$
declare v_policy app.policies;
begin
  v_policy.action := 'select';
  v_policy.effect := 'allow';
  v_policy.is_enabled := true;
  v_policy.condition_json := p_condition;
  p_type.policies := app.policies_compile(p_type, array[v_policy]);
  return app.policy_filter(p_type, 'select');
end $$;
comment on function app.simulate_alone is
  'Compiles a single condition for any caller, as enforcement does';
