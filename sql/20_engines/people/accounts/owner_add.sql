create or replace function app.owner_add(
  p_tenant app.tenants, p_password_hash text, p_is_verified boolean)
returns app.users
language plpgsql volatile as $$
declare v_user app.users;
begin
  if p_tenant.owner_email is null then return null; end if;
  v_user.tenant_id := p_tenant.tenant_id;
  v_user.email := p_tenant.owner_email;
  v_user.email_verified_at := case when p_is_verified then clock_timestamp() end;
  v_user.signup_address := case when not p_is_verified then p_tenant.owner_email end;
  v_user.password_hash := p_password_hash;
  v_user.role := 'owner';
  v_user.created_by := app.actor();
  return app.user_add(v_user);
end $$;
comment on function app.owner_add is
  'The first user of a new tenant, its owner, when it names an email';
