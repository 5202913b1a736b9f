create or replace function api.role_permissions_set(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.roles := app.role_change(tenant, args->>'role_id');
  v_before json := app.role_json(v_old);
  v_permissions text[] :=
    array(select distinct jsonb_array_elements_text(args->'permissions') order by 1);
  v_answer json;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.permissions_check(v_permissions || v_old.inherited_permissions);
  if v_permissions = v_old.permissions then return v_before; end if;
  v_now := clock_timestamp();
  update app.roles r
  set permissions = v_permissions, updated_at = greatest(v_now, r.updated_at)
  where r.tenant_id = tenant and r.id = v_old.id;
  perform app.roles_refresh(tenant);
  v_answer := app.role_json(app.role_find(tenant, v_old.id));
  v_done := app.journal_write(tenant, 'role.updated', 'role', v_old.id, v_answer, v_before,
    '{permissions}');
  return v_answer;
end $$;
comment on function api.role_permissions_set is 'Set the permissions of a role';
