create or replace function api.auth_verify_ask(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return json_build_object(
    'brand', app.relying_party_name(tenant),
    'redirect_to', app.redirect_check(tenant, args->>'redirect_to'),
    'is_valid', exists (
      select 1 from app.auth_tokens t
      where t.tenant_id = tenant and t.token_hash = app.auth_token_hash(args->>'token')
        and t.type = args->>'type' and t.expires_at > clock_timestamp()));
end $$;
comment on function api.auth_verify_ask is
  'Returns whether a token is still valid, and what its page needs, without using it up';
