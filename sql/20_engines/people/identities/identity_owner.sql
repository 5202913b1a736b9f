create or replace function app.identity_owner(p_tenant text, p_source jsonb, p_account jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_identity app.identities := app.identity_find(p_tenant, p_source, p_account->>'subject');
  v_email text := lower(p_account->>'email');
  v_user app.users;
begin
  if v_identity.id is not null then
    v_user := app.user_lock(p_tenant, v_identity.user_id);
    perform app.identity_check(v_user, p_source, v_identity.consent);
    return v_user;
  end if;
  v_user := app.user_by_address(p_tenant, v_email, null);
  if v_user.id is null then return v_user; end if;
  if not coalesce(p_account @> '{"email_verified": true}', false) then
    perform app.fail(409, 'ALREADY_EXISTS', format('An account with the email %s already exists, '
      'and the provider does not confirm that the email is yours. Sign in to that account as '
      'before, then link this one at /v1/auth/identities/link.', v_email), null, 'email');
  end if;
  v_user := app.user_lock(p_tenant, v_user.id);
  if v_user.email is distinct from v_email then
    raise exception using errcode = '40001', message = 'the email has just changed';
  end if;
  perform app.identity_check(v_user, p_source);
  if v_user.email_verified_at is null then
    return app.address_proved(v_user, true, '{}');
  end if;
  return v_user;
end $$;
comment on function app.identity_owner is
  'Returns the user who owns an account elsewhere, locked: the user of its identity; otherwise '
  'the one with its email, where the provider vouches for it (the first proof of the email drops '
  'what was set up before); otherwise null. 403 when the user may do more than whoever set the '
  'provider up';
