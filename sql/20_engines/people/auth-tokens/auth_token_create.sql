create or replace function app.auth_token_create(
  p_tenant text, p_type text, p_user_id text, p_recipient text, p_lifetime interval,
  p_data jsonb default '{}', out token text, out otp text)
language plpgsql volatile as $$
declare
  v_hash bytea;
  -- 4 random bytes over a million codes: the bias is 1 in 4,000.
  v_number bigint := ('x' || encode(substr(sha256(
    convert_to(auth.random_base62(43), 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint;
begin
  token := substr(p_tenant, 5) || '.' || auth.random_base62(43);
  otp := lpad((v_number % 1000000)::text, 6, '0');
  v_hash := sha256(convert_to(token, 'UTF8'));
  delete from app.auth_tokens t
  where t.tenant_id = p_tenant and t.recipient = p_recipient and t.type = p_type
    -- An address may be wanted by several: the first proof wins, no request ends another's.
    and (t.user_id is not distinct from p_user_id or p_type not like '%\_change%');
  insert into app.auth_tokens
    (tenant_id, token_hash, type, user_id, recipient, otp_hash, data, expires_at)
  values (p_tenant, v_hash, p_type, p_user_id, p_recipient,
    sha256(v_hash || convert_to(otp, 'UTF8')), p_data, clock_timestamp() + p_lifetime);
end $$;
comment on function app.auth_token_create is
  'A token for a link and a 6-digit code that prove who reads p_recipient; they replace those of '
  'the same type that it was sent before (of a change of address: for the same user). Only their '
  'hashes are kept';
