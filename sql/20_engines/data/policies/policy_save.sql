create or replace function app.policy_save(
  p_type app.object_types, p_policy app.policies, p_old app.policies default null)
returns app.policies
language plpgsql volatile as $$
declare v_done text;
begin
  begin
    insert into app.policies as p (tenant_id, object_type_id, id, name, action, role,
      condition_json, check_json, effect, is_enabled, priority, created_at, updated_at, created_by)
    values (p_type.tenant_id, p_type.id, p_policy.id, p_policy.name, p_policy.action,
      p_policy.role, p_policy.condition_json, p_policy.check_json, p_policy.effect,
      p_policy.is_enabled, p_policy.priority, p_policy.created_at, p_policy.updated_at,
      p_policy.created_by)
    on conflict (tenant_id, object_type_id, id) do update set name = excluded.name,
      action = excluded.action, role = excluded.role, condition_json = excluded.condition_json,
      check_json = excluded.check_json, effect = excluded.effect,
      is_enabled = excluded.is_enabled, priority = excluded.priority,
      updated_at = excluded.updated_at
    returning * into p_policy;
  exception when unique_violation then
    perform app.taken('name', p_policy.name, 'policy');
  end;
  perform app.policies_refresh(p_type.tenant_id, p_type.id);
  v_done := app.journal_write(p_type.tenant_id,
    case when p_old.id is null then 'policy.created' else 'policy.updated' end, 'policy',
    p_policy.id, app.policy_json(p_policy),
    case when p_old.id is not null then app.policy_json(p_old) end,
    p_object_type_id => p_type.id);
  return p_policy;
end $$;
comment on function app.policy_save is
  'A policy as it is to be from now on, its type compiled again, with its journal row; the caller '
  'holds the type (app.object_type_own). 409 ALREADY_EXISTS';
