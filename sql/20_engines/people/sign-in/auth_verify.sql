create or replace function app.auth_verify(
  p_tenant text, p_types text[], args jsonb, p_target text default null)
returns json
language plpgsql volatile as $$
declare
  v_proof app.auth_tokens := app.auth_proof_take(p_tenant, p_types, args);
  v_user app.users;
begin
  if v_proof.token_hash is null then return app.auth_refuse(); end if;
  if v_proof.type in ('email_change', 'phone_change') then
    v_user := app.address_changed(v_proof);
    if v_user.id is not null and v_proof.data ? 'both' then
      return json_build_object('confirmation_required', true, 'message',
        'The other address must confirm the change too: check its messages.');
    end if;
  elsif v_proof.type like '%\_undo' then
    v_user := app.address_undone(v_proof);
  else
    v_user := app.auth_proven(v_proof);
  end if;
  if v_user.id is null then return app.auth_refuse(); end if;
  perform app.redirect_guard(v_user, p_target);
  if p_target is not null and v_proof.data ? 'code_challenge'
    and not app.user_is_banned(v_user) then
    return json_build_object('code',
      app.auth_code_create(v_user, '{otp}', v_proof.data->>'code_challenge'));
  end if;
  return app.sign_in(v_user, '{otp}');
end $$;
comment on function app.auth_verify is
  'Signs in with what was sent: a session, or a one-time code when a redirect to p_target answers '
  'someone who gave a code_challenge, or {confirmation_required, message} while a change waits '
  'for the other address. 403 when the user is not to be sent to p_target';
