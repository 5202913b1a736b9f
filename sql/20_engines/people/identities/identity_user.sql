create or replace function app.identity_user(p_tenant text, p_source jsonb, p_account jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_user app.users := app.identity_owner(p_tenant, p_source, p_account);
  v_is_verified boolean := coalesce(p_account @> '{"email_verified": true}', false);
  v_now timestamptz := clock_timestamp();
  v_identity app.identities;
begin
  if v_user.id is not null then
    v_identity := app.identity_link(v_user, p_source, p_account, false);
    update app.identities i set identity_data = p_account->'data',
      email = lower(p_account->>'email'), last_sign_in_at = v_now
    where i.tenant_id = p_tenant and i.id = v_identity.id;
    return v_user;
  end if;
  if app.auth_config(p_tenant) @> '{"disable_signup": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED',
      'This account is unknown, and sign-up is switched off. Ask for an invitation.');
  end if;
  v_user.tenant_id := p_tenant;
  v_user.user_metadata := jsonb_strip_nulls(jsonb_build_object(
    'name', p_account#>'{data,name}', 'picture', p_account#>'{data,picture}'));
  -- An unverified email belongs to no one: it must not be in its owner's way.
  if v_is_verified then
    v_user.email := p_account->>'email';
    v_user.email_verified_at := v_now;
  else
    v_user.pending_email := lower(p_account->>'email');
  end if;
  begin
    v_user := app.user_add(v_user);
    perform app.identity_add(v_user, p_source, p_account, false);
    return v_user;
  exception when sqlstate 'PT409' or serialization_failure then
    -- The same account at the same moment, in another window: what it has made is this user.
    v_identity := app.identity_find(p_tenant, p_source, p_account->>'subject');
    if v_identity.id is null then raise; end if;
    return app.user_find(p_tenant, v_identity.user_id);
  end;
end $$;
comment on function app.identity_user is
  'Returns the user that an account elsewhere signs in: its owner (app.identity_owner), to whom '
  'it is linked, otherwise a new user. 403 FORBIDDEN or SIGNUP_DISABLED, 409 ALREADY_EXISTS';
