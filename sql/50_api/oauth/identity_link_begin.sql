create or replace function api.identity_link_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_begun json := api.oauth_start(tenant, args);  -- says no to the same things
begin
  return json_build_object('redirect_to', v_begun->'redirect_to',
    'link', app.challenge_create(tenant, 'oauth_link', app.principal()->>'user_id',
      jsonb_build_object('provider', args->'provider'), interval '10 minutes'));
end $$;
comment on function api.identity_link_begin is
  'A ticket with which a browser begins to link an account for the signed-in user, once';
