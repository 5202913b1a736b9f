create or replace function api.policy_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_policy app.policies := app.policy_find(v_type, args->>'policy_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_policy.updated_at, args);
  delete from app.policies p
  where p.tenant_id = tenant and p.object_type_id = v_type.id and p.id = v_policy.id;
  perform app.policies_refresh(tenant, v_type.id);
  v_done := app.journal_write(tenant, 'policy.deleted', 'policy', v_policy.id, null,
    app.policy_json(v_policy), p_object_type_id => v_type.id);
  return json_build_object('id', v_policy.id, 'deleted', true);
end $$;
comment on function api.policy_delete is 'Delete a row policy';
