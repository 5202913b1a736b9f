create or replace function api.passkey_register_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user_id text := app.principal()->>'user_id';
  v_challenge app.auth_challenges :=
    app.challenge_take(tenant, 'passkey_create', args->>'challenge_id');
begin
  if v_challenge.user_id is distinct from v_user_id then
    return app.passkey_challenge_over();
  end if;
  return json_build_object('settings', app.passkey_settings(tenant),
    'friendly_name', v_challenge.data->'friendly_name');
end $$;
comment on function api.passkey_register_begin is
  'The first half of the registration of a passkey: uses up the challenge, whatever comes of it';
