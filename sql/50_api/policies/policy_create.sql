create or replace function api.policy_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_policy app.policies;
begin
  if (select count(*) >= 100 from app.policies p
    where p.tenant_id = tenant and p.object_type_id = v_type.id) then
    perform app.fail(409, 'INVALID_STATE',
      'An object type can have at most 100 policies. Delete one first, or combine several in one '
      'condition.',
      '{"max": 100}');
  end if;
  v_policy.id := app.id_of_new('pol');
  v_policy.created_by := app.principal()->>'user_id';
  v_policy.created_at := clock_timestamp();
  v_policy.updated_at := v_policy.created_at;
  v_policy := app.policy_merge(v_type, v_policy, args);
  return app.policy_json(app.policy_save(v_type, v_policy));
end $$;
comment on function api.policy_create is 'Create a row policy';
