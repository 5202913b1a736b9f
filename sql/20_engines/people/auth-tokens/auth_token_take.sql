create or replace function app.auth_token_take(p_tenant text, p_types text[], p_token text)
returns app.auth_tokens
language plpgsql volatile as $$
declare v_token app.auth_tokens;
begin
  delete from app.auth_tokens t
  where t.tenant_id = p_tenant and t.token_hash = app.auth_token_hash(p_token)
    and t.type = any (p_types)
  returning * into v_token;
  if v_token.expires_at <= clock_timestamp() then return null; end if;
  return v_token;
end $$;
comment on function app.auth_token_take is
  'Uses up a link''s token, given itself or as token_hash (its sha256 in hex, as generate-link '
  'shows it); null if no token of these types matches, or it has expired';
