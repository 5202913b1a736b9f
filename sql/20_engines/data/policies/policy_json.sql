create or replace function app.policy_json(p_policy app.policies)
returns json
language sql stable as $$
  select json_build_object('id', p_policy.id, 'object_type_id', p_policy.object_type_id,
    'name', p_policy.name, 'action', p_policy.action, 'role', p_policy.role,
    'condition_json', p_policy.condition_json, 'check_json', p_policy.check_json,
    'effect', p_policy.effect, 'enabled', p_policy.is_enabled, 'priority', p_policy.priority,
    'created_at', p_policy.created_at, 'updated_at', p_policy.updated_at)
$$;
comment on function app.policy_json is 'A policy as the API shows it';
