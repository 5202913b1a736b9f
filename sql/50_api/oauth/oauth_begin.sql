create or replace function api.oauth_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_link app.auth_challenges;
begin
  if args ? 'link' then
    v_link := app.challenge_take(tenant, 'oauth_link', args->>'link');
    if v_link.id is null or v_link.data->>'provider' <> args->>'provider' then
      return app.refuse(401, 'OTP_EXPIRED',
        'This link was already used or has expired. Request a new one at '
        '/v1/auth/identities/link.');
    end if;
  end if;
  return json_build_object('state', app.challenge_create(tenant, 'oauth', v_link.user_id,
    args - '{link}'::text[], interval '10 minutes'));
end $$;
comment on function api.oauth_begin is
  'Remembers a sign-in that has gone to a provider, for the browser with this cookie: {provider, '
  'redirect_to, browser, code_challenge?, state?, link?}';
