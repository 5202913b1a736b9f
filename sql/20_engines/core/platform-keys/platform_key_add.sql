create or replace function app.platform_key_add(
  p_label text, p_scopes text[], p_ips cidr[], p_expires timestamptz,
  out key app.platform_keys, out token text)
language plpgsql volatile as $$
declare
  v_body text := 'insp_' || auth.random_base62(43);
  v_now timestamptz := clock_timestamp();
begin
  token := v_body || auth.base62(crc32(convert_to(v_body, 'UTF8')), 6);
  insert into app.platform_keys (id, secret_hash, last4, label, scopes, ip_allowlist, expires_at,
    created_by, created_at, updated_at)
  values (app.new_id('pkey'), sha256(convert_to(token, 'UTF8')), right(token, 4), p_label, p_scopes,
    p_ips, p_expires, app.platform_caller(), v_now, v_now)
  returning * into key;
end $$;
comment on function app.platform_key_add is
  'A new platform key, and its token insp_<43 characters of secret><6 of crc32>, which is not kept';
