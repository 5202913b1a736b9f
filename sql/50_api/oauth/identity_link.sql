create or replace function api.identity_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_account jsonb := args->'account';
begin
  if v_account is not null then
    return app.identity_json(app.account_link(v_user, args->>'provider', v_account));
  end if;
  perform api.oauth_start(tenant, args);  -- says no to the same things
  return json_build_object('url', (args->>'url') || '&link=' || app.challenge_create(tenant,
    'oauth_link', v_user.id, jsonb_build_object('provider', args->'provider'),
    interval '10 minutes'));
end $$;
comment on function api.identity_link is
  'Links an account at an identity provider, or returns the URL where a browser starts
With the account of an id_token, at once; else a ticket with which a browser begins at url, once';
