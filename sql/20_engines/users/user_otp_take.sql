create or replace function app.user_otp_take(p_user app.users, p_types text[], p_address text,
  p_otp text)
returns boolean
language plpgsql volatile as $$
declare v_token app.auth_tokens := app.auth_otp_take(
  p_user.tenant_id, p_types, lower(p_address), p_otp);
begin
  return coalesce(v_token.user_id = p_user.id, false);
end $$;
comment on function app.user_otp_take is
  'Whether a code is the one that was sent to an address for this user; it is used up. '
  'Tries are counted: refuse, do not fail';
