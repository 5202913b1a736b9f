create or replace function app.anonymous_identity(p_user app.users, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := p_user.tenant_id;
  v_account jsonb := args->'account';
  v_email text := lower(v_account->>'email');
  v_is_verified boolean := v_account @> '{"email_verified": true}';
  v_source jsonb := app.oauth_source(v_tenant, args->>'provider', v_account);
  v_linked text := (app.identity_find(v_tenant, v_source, v_account->>'subject')).user_id;
  v_existing app.users;
  v_new app.users := p_user;
begin
  if v_is_verified and v_linked is null then
    v_existing := app.user_by_address(v_tenant, v_email, null);
  end if;
  if v_linked <> p_user.id or v_existing.id is not null then
    if args->>'on_conflict' <> 'error' then
      return app.anonymous_join(p_user, app.identity_user(v_tenant, v_source, v_account),
        args->>'on_conflict', '{oauth}');
    elsif v_linked is null then
      perform app.anonymous_taken('email', v_email);
    end if;
    perform app.fail(409, 'IDENTITY_ALREADY_LINKED', 'This account belongs to another user. '
      'Continue as that user with on_conflict merge or discard.');
  end if;
  perform app.signup_check(v_tenant, 'email');
  perform app.identity_link(p_user, v_source, v_account, true);
  v_new.email := case when v_is_verified then v_email end;
  v_new.email_verified_at := case when v_is_verified then clock_timestamp() end;
  v_new.pending_email := case when not v_is_verified then v_email end;
  v_new.is_anonymous := false;
  v_new.role := case when p_user.role = 'anonymous'
    then app.auth_config(v_tenant)->>'default_role' else p_user.role end;
  return app.session_own(app.user_save(p_user, v_new));
end $$;
comment on function app.anonymous_identity is
  'Lets an anonymous user sign in with an account elsewhere from now on, or continue as the user '
  'who already does: {provider, account, on_conflict}. 409 IDENTITY_ALREADY_LINKED or '
  'ALREADY_EXISTS';
