create or replace function app.sign_in_message(p_tenant text, p_type text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_config jsonb := app.auth_config(p_tenant);
  v_channel text := case when args ? 'email' then 'email' else 'phone' end;
  v_recipient text := coalesce(lower(args->>'email'), args->>'phone');
  v_has_signup boolean := not v_config @> '{"disable_signup": true}';
  v_may_create boolean := p_type <> 'recovery' and v_has_signup
    and not args @> '{"create_user": false}';
  v_refusal json;
  v_user app.users;
  v_sent record;
  v_done text;
begin
  v_done := app.method_check(v_config, v_channel);
  if p_type = 'magiclink' then v_done := app.method_check(v_config, 'magic_link'); end if;
  if args @> '{"create_user": true}' and not v_has_signup then
    perform app.fail(403, 'SIGNUP_DISABLED',
      'Sign-up is switched off for this tenant. Leave create_user out to sign in.');
  end if;
  perform app.redirect_check(p_tenant, args->>'redirect_to');
  v_refusal := app.messages_spend(p_tenant);
  if v_refusal is not null then return v_refusal; end if;
  v_user := app.user_by_address(p_tenant, args->>'email', args->>'phone');
  v_sent := app.auth_send(p_tenant, p_type, v_recipient, v_user.id,
    jsonb_strip_nulls(jsonb_build_object('redirect_to', args->'redirect_to',
      'code_challenge', args->'code_challenge',
      'create', case when v_user.id is null then true end))
      || case when v_user.id is null then jsonb_build_object(
        'user_metadata', coalesce(args->'user_metadata', args->'data', '{}')) else '{}' end,
    v_user.id is not null or v_may_create);
  return json_build_object('message_id', v_sent.message_id, 'expires_in', v_sent.expires_in);
end $$;
comment on function app.sign_in_message is
  'Sends what signs in (p_type email, sms, magiclink or recovery). Whether there is such a user '
  'shows neither in the answer nor in the work; a new user comes into being with the proof';
