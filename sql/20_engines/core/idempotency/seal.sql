create or replace function app.seal(p_answer json, p_seal text)
returns json
language plpgsql volatile as $$
begin
  if p_seal is null then return p_answer; end if;
  return json_build_object('$sealed', encode(ext.pgp_sym_encrypt(
    p_answer::text, p_seal, 'cipher-algo=aes256, compress-algo=0, s2k-mode=1'), 'base64'));
end $$;
comment on function app.seal is
  'An answer that holds a secret, encrypted with a key that only the API process has; '
  'any other as it is (no key)';
