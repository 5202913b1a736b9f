create or replace function app.auth_password_reset(
  p_tenant text, p_types text[], args jsonb, p_target text default null)
returns json
language plpgsql volatile as $$
declare
  v_proof app.auth_tokens := app.auth_proof_take(p_tenant, p_types, args);
  v_user app.users;
begin
  if v_proof.token_hash is null then return app.auth_refuse(); end if;
  v_user := app.auth_proven(v_proof);
  if v_user.id is null then return app.auth_refuse(); end if;
  perform app.redirect_guard(v_user, p_target);
  if not app.user_is_banned(v_user) then
    v_user := app.password_set(v_user, args->'made'->>'password_hash');
  end if;
  return app.sign_in(v_user, '{otp}');
end $$;
comment on function app.auth_password_reset is
  'Sets the password made.password_hash with what was sent, and signs in. 403 when the user is not '
  'to be sent to p_target';
