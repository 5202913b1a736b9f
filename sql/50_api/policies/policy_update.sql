create or replace function api.policy_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_old app.policies := app.policy_find(v_type, args->>'policy_id');
  v_new app.policies := app.policy_merge(v_type, v_old, args);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.policy_json(v_old); end if;
  v_new.updated_at := clock_timestamp();
  return app.policy_json(app.policy_save(v_type, v_new, v_old));
end $$;
comment on function api.policy_update is 'Change a row policy';
