create or replace function api.role_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_id text := app.id_of_new('role');
  v_permissions text[] :=
    array(select distinct jsonb_array_elements_text(args->'permissions') order by 1);
  v_answer json;
  v_done text;
begin
  perform app.role_name_check(tenant, args->>'name', null);
  perform app.permissions_check(v_permissions);
  if args->>'parent_role_id' is not null then
    perform app.role_parent_check(app.role_change(tenant, args->>'parent_role_id'));
  end if;
  insert into app.roles (tenant_id, id, name, description, parent_role_id, permissions)
  values (tenant, v_id, args->>'name', args->>'description', args->>'parent_role_id',
    v_permissions);
  perform app.roles_refresh(tenant);
  v_answer := app.role_json(app.role_find(tenant, v_id));
  v_done := app.journal_write(tenant, 'role.created', 'role', v_id, v_answer);
  return v_answer;
end $$;
comment on function api.role_create is 'Create a role';
