create or replace function app.policy_merge(
  p_type app.object_types, p_policy app.policies, args jsonb, p_path text default '')
returns app.policies
language plpgsql stable as $$
begin
  p_policy.name := coalesce(args->>'name', p_policy.name);
  p_policy.action := coalesce(args->>'action', p_policy.action, 'select');
  p_policy.effect := coalesce(args->>'effect', p_policy.effect, 'allow');
  p_policy.is_enabled := coalesce((args->>'enabled')::boolean, p_policy.is_enabled, true);
  p_policy.priority := coalesce((args->>'priority')::integer, p_policy.priority, 0);
  if args ? 'role' and args->>'role' is distinct from p_policy.role then
    perform app.role_check(p_type.tenant_id, args->>'role', p_path || 'role', '{portal}');
    p_policy.role := args->>'role';
  end if;
  if args ? 'condition_json' then
    p_policy.condition_json :=
      app.policy_condition(p_type, args->'condition_json', p_path || 'condition_json');
  end if;
  if args ? 'check_json' then
    p_policy.check_json := app.policy_condition(p_type, args->'check_json', p_path || 'check_json');
  end if;
  if p_policy.check_json is not null and p_policy.action not in ('update', 'all') then
    perform app.invalid(p_path || 'check_json', 'not_for_action',
      'restricts the values that an update may write, so it is only valid with the actions update '
      'and all');
  end if;
  return p_policy;
end $$;
comment on function app.policy_merge is
  'Returns a policy with what a request sets; 400 for a condition that does not fit the type';
