create or replace function gateway.platform_key(hash text, ip text)
returns text
language plpgsql stable as $$
begin
  return auth.platform_key(decode(hash, 'hex'), ip::inet);
end $$;
comment on function gateway.platform_key is
  'The platform key with a token, by the SHA-256 of it in hex: see auth.platform_key';
