create or replace function app.user_add(p_user app.users)
returns app.users
language plpgsql volatile as $$
declare
  v_user app.users := p_user;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  perform app.plan_room(v_user.tenant_id, 'users');
  v_user.id := app.new_id('usr');
  v_user.email := lower(v_user.email);
  v_user.role := coalesce(v_user.role, app.auth_config(v_user.tenant_id)->>'default_role');
  v_user.user_metadata := coalesce(v_user.user_metadata, '{}');
  v_user.is_anonymous := coalesce(v_user.is_anonymous, false);
  v_user.is_invited := coalesce(v_user.is_invited, false);
  v_user.created_at := v_now;
  v_user.updated_at := v_now;
  insert into app.users (tenant_id, id, email, phone, password_hash, role, email_verified_at,
    phone_verified_at, pending_email, pending_phone, user_metadata, is_anonymous, is_invited,
    created_at, updated_at, created_by, signup_address)
  values (v_user.tenant_id, v_user.id, v_user.email, v_user.phone, v_user.password_hash,
    v_user.role, v_user.email_verified_at, v_user.phone_verified_at, v_user.pending_email,
    v_user.pending_phone, v_user.user_metadata, v_user.is_anonymous, v_user.is_invited, v_now, v_now,
    v_user.created_by, lower(v_user.signup_address))
  on conflict do nothing;
  if not found then
    if (app.user_by_address(v_user.tenant_id, v_user.email, null)).id is not null then
      perform app.taken('email', v_user.email, 'user');
    end if;
    perform app.taken('phone', v_user.phone, 'user');
  end if;
  perform app.email_directory(v_user.tenant_id, null, v_user.email);
  v_done := app.journal_write(
    v_user.tenant_id, 'user.created', 'user', v_user.id, app.user_state_json(v_user)::json);
  return v_user;
end $$;
comment on function app.user_add is
  'A new user, with a row in the directory of emails and one in the journal; 409 when email or '
  'phone are taken, 403 PLAN_LIMIT_EXCEEDED';
