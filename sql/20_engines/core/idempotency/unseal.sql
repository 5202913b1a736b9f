create or replace function app.unseal(p_answer json, p_seal text)
returns json
language plpgsql immutable as $$
begin
  if p_seal is null then return p_answer; end if;
  return ext.pgp_sym_decrypt(decode(p_answer->>'$sealed', 'base64'), p_seal)::json;
end $$;
comment on function app.unseal is 'Decrypts a text that app.seal has encrypted with the same key';
