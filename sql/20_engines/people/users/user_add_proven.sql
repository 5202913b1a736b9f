create or replace function app.user_add_proven(
  p_tenant text, p_email text, p_phone text, p_user_metadata jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_user app.users;
begin
  v_user.tenant_id := p_tenant;
  v_user.email := p_email;
  v_user.phone := p_phone;
  v_user.email_verified_at := case when p_email is not null then v_now end;
  v_user.phone_verified_at := case when p_phone is not null then v_now end;
  v_user.user_metadata := p_user_metadata;
  return app.user_add(v_user);
end $$;
comment on function app.user_add_proven is
  'A new user who has shown to read the email or phone that is given';
