create or replace function auth.token_mint(
  p_tenant text, out handle text, out token text, out secret_hash bytea, out last4 text)
language plpgsql volatile as $$
declare
  v_secret text := auth.random_base62(43);
  v_body text;
begin
  handle := auth.random_base62(12);
  v_body := 'ins_' || substr(p_tenant, 5) || '_' || handle || '_' || v_secret;
  token := v_body || auth.base62(crc32(convert_to(v_body, 'UTF8')), 6);
  secret_hash := sha256(convert_to(v_secret, 'UTF8'));
  last4 := right(token, 4);
end $$;
comment on function auth.token_mint is
  'A new API token ins_<tenant>_<handle>_<43 characters of secret><6 of crc32>: '
  'refused on a typo before any look-up';
