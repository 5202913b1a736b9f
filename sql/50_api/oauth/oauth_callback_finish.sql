create or replace function api.oauth_callback_finish(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_begun jsonb := args->'begun';
  v_account jsonb := args->'account';
  v_user app.users;
begin
  if v_begun->>'user_id' is not null then
    v_user := app.user_lock(tenant, v_begun->>'user_id');
    return json_build_object(
      'linked', (app.account_link(v_user, v_begun->>'provider', v_account)).id);
  end if;
  v_user := app.account_user(tenant, v_begun->>'provider', v_account);
  perform app.redirect_guard(v_user, v_begun->>'redirect_to');
  if v_begun ? 'code_challenge' then
    return json_build_object(
      'code', app.auth_code_create(v_user, '{oauth}', v_begun->>'code_challenge'));
  end if;
  return app.sign_in(v_user, '{oauth}');
end $$;
comment on function api.oauth_callback_finish is
  'Completes a sign-in at a provider: returns a one-time code where the application asked with a '
  'challenge, else a session; or links the account';
