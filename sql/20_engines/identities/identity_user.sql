create or replace function app.identity_user(
  p_tenant text, p_provider text, p_subject text, p_email text, p_is_verified boolean,
  p_data jsonb, p_role text default null)
returns app.users
language plpgsql volatile as $$
declare
  v_email text := lower(p_email);
  v_user_id text;
  v_user app.users;
begin
  update app.identities i
  set identity_data = p_data, email = v_email, last_sign_in_at = clock_timestamp()
  where i.tenant_id = p_tenant and i.provider = p_provider and i.subject = p_subject
  returning i.user_id into v_user_id;
  if found then return app.user_find(p_tenant, v_user_id); end if;

  v_user := app.user_by_address(p_tenant, v_email, null);
  if v_user.id is not null then
    if not p_is_verified or v_user.email_verified_at is null then
      perform app.fail(409, 'ALREADY_EXISTS', 'There is an account with this email already, and '
        'the email is not verified on both sides. Sign in to that account as before, then link '
        'this one at /v1/auth/identities/link.', jsonb_build_object('field', 'email'));
    end if;
    perform app.identity_link(v_user, p_provider, p_subject, v_email, p_data);
    return v_user;
  end if;
  if app.auth_config(p_tenant) @> '{"disable_signup": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED',
      'This account is not known here, and signing up is switched off. Ask for an invitation.');
  end if;
  v_user.tenant_id := p_tenant;
  v_user.role := p_role;
  v_user.user_metadata := jsonb_strip_nulls(jsonb_build_object(
    'name', p_data->'name', 'picture', p_data->'picture'));
  -- An email that nobody has verified is nobody's: it must not be in its owner's way.
  if p_is_verified then
    v_user.email := v_email;
    v_user.email_verified_at := clock_timestamp();
  else
    v_user.pending_email := v_email;
  end if;
  begin
    v_user := app.user_add(v_user);
    perform app.identity_add(v_user, p_provider, p_subject, v_email, p_data);
    return v_user;
  exception when sqlstate 'PT409' or serialization_failure then
    -- The same account at the same moment, in another window: what it has made is this user.
    select i.user_id into v_user_id from app.identities i
    where i.tenant_id = p_tenant and i.provider = p_provider and i.subject = p_subject;
    if not found then raise; end if;
    return app.user_find(p_tenant, v_user_id);
  end;
end $$;
comment on function app.identity_user is
  'Whom an account elsewhere belongs to: who has it, else who has its email where both sides have '
  'verified it (then it is linked), else a new user. 409 ALREADY_EXISTS, 403 SIGNUP_DISABLED';
