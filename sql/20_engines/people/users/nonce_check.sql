create or replace function app.nonce_check(p_user app.users, p_nonce text)
returns json
language plpgsql volatile as $$
declare
  v_session_id text := app.principal()->>'session_id';
  v_proof app.auth_tokens;
begin
  if p_nonce is null then
    if exists (
      select 1 from app.sessions s where s.tenant_id = p_user.tenant_id and s.id = v_session_id
        and s.created_at > clock_timestamp() - interval '24 hours') then return null; end if;
    perform app.invalid('nonce', 'required', 'is required in a session older than 24 hours: POST '
      '/v1/auth/reauthenticate sends it, or sign in again');
  end if;
  v_proof := app.auth_otp_take(p_user.tenant_id, '{reauthentication}',
    coalesce(p_user.email, p_user.phone), p_nonce);
  if v_proof.user_id = p_user.id then return null; end if;
  return app.auth_refuse();
end $$;
comment on function app.nonce_check is
  'Uses up the nonce that a session older than 24 hours needs: null when all is well, the refusal '
  'to answer with when it is wrong';
