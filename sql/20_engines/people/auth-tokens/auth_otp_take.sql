create or replace function app.auth_otp_take(
  p_tenant text, p_types text[], p_recipient text, p_otp text)
returns app.auth_tokens
language plpgsql volatile as $$
declare
  v_token app.auth_tokens;
  v_now timestamptz := clock_timestamp();
begin
  -- Counted before the comparison: of many tries at once, five are compared.
  for v_token in
    update app.auth_tokens t set attempts = t.attempts + 1
    where t.tenant_id = p_tenant and t.recipient = p_recipient and t.type = any (p_types)
      and t.attempts < 5 and t.expires_at > v_now
      and t.token_hash in (
        -- The last one of each who wants the address: another user's change ends no one else's.
        select distinct on (n.user_id) n.token_hash from app.auth_tokens n
        where n.tenant_id = p_tenant and n.recipient = p_recipient and n.type = any (p_types)
        order by n.user_id, n.created_at desc)
    returning *
  loop
    if v_token.otp_hash = sha256(v_token.token_hash || convert_to(p_otp, 'UTF8')) then
      delete from app.auth_tokens t
      where t.tenant_id = p_tenant and t.token_hash = v_token.token_hash;
      return v_token;
    end if;
  end loop;
  return null;
end $$;
comment on function app.auth_otp_take is
  'Uses up a 6-digit code that was sent to p_recipient; null for a wrong one, of which five end the '
  'code. Tries are counted in the transaction: refuse, do not fail';
