create or replace function api.role_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_system json;
begin
  select s into v_system from app.system_roles(tenant) s where s->>'id' = args->>'role_id';
  if found then return v_system; end if;
  return app.role_json(app.role_find(tenant, args->>'role_id'));
end $$;
comment on function api.role_get is 'Get a role';
