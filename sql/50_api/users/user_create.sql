create or replace function api.user_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_user app.users;
begin
  if args ? 'role' then perform app.role_grant_check(tenant, args->>'role'); end if;
  v_user.tenant_id := tenant;
  v_user.email := args->>'email';
  v_user.phone := app.phone_required(tenant, args->>'phone');
  v_user.role := args->>'role';
  v_user.password_hash := args->'made'->>'password_hash';
  v_user.user_metadata := args->'user_metadata';
  if args @> '{"email_verified":true}' then
    v_user.email_verified_at := clock_timestamp();
  end if;
  v_user.created_by := app.actor();
  return app.user_admin_json(app.user_add(v_user));
end $$;
comment on function api.user_create is 'Creates a user with a hashed password';
