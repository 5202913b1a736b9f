create or replace function api.auth_reset_password(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_proof app.auth_tokens := app.auth_proof_take(tenant, '{recovery}', args);
  v_user app.users;
begin
  if v_proof.token_hash is null then return app.auth_refuse(); end if;
  v_user := app.auth_proven(v_proof);
  if v_user.id is null then return app.auth_refuse(); end if;
  if not app.user_is_banned(v_user) then
    v_user := app.password_set(v_user, args->'made'->>'password_hash');
  end if;
  return app.sign_in(v_user, '{otp}');
end $$;
comment on function api.auth_reset_password is 'Set a new password with the token of a link';
