create or replace function api.oauth_callback_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_begun app.auth_challenges := app.challenge_take(tenant, 'oauth', args->>'state');
begin
  if v_begun.id is null or v_begun.data->>'provider' <> args->>'provider'
    or v_begun.data->>'browser' is distinct from args->>'browser' then
    return app.refuse(401, 'OTP_EXPIRED', 'This sign-in was started in another browser, was '
      'already completed, or is older than 10 minutes. Start again.');
  end if;
  return json_build_object('provider', app.oauth_provider(tenant, args->>'provider'),
    'begun', v_begun.data || jsonb_build_object('user_id', v_begun.user_id));
end $$;
comment on function api.oauth_callback_begin is
  'Resumes a sign-in that comes back from a provider: uses up the state, which only the browser '
  'that it was made for can, and answers what was begun';
