create or replace function app.unseal(p_answer json, p_seal text, p_others jsonb default null)
returns json
language plpgsql immutable as $$
declare
  v_wrong_key constant text := '39000';
  v_text text := p_answer->>'$sealed';
  v_seal text;
begin
  if p_seal is null then return p_answer; end if;
  for v_seal in select o->>'seal' from jsonb_array_elements(p_others) o loop
    begin
      return ext.pgp_sym_decrypt(decode(v_text, 'base64'), v_seal)::json;
    exception when others then
      if sqlstate <> v_wrong_key then raise; end if;
    end;
  end loop;
  return ext.pgp_sym_decrypt(decode(v_text, 'base64'), p_seal)::json;
end $$;
comment on function app.unseal is
  'Decrypts a text that app.seal has encrypted with the same key, or with one of p_others: [{seal}]';
