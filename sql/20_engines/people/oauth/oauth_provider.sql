create or replace function app.oauth_provider(p_tenant text, p_name text)
returns jsonb
language plpgsql stable as $$
declare
  v_preset jsonb := app.oauth_presets()->p_name;
  v_set jsonb := app.auth_config(p_tenant)->'oauth'->p_name;
begin
  if v_preset is null and v_set is null or p_name !~ '^[a-z][a-z0-9_-]{0,62}$' then
    perform app.not_found('provider', p_name);
  end if;
  v_set := coalesce(v_preset, '{}') || coalesce(jsonb_strip_nulls(v_set), '{}');
  if not v_set @> '{"enabled": true}' or not v_set ? 'client_id' then
    perform app.fail(403, 'PROVIDER_DISABLED', format('Signing in with %s is switched off. '
      'Set oauth.%1$s of /v1/auth-config to switch it on.', p_name));
  end if;
  if not v_set ?| '{issuer,authorization_endpoint,is_mock}' then
    perform app.fail(403, 'PROVIDER_DISABLED', format('oauth.%s of /v1/auth-config has no issuer. '
      'Add the issuer from the provider''s OpenID configuration.', p_name));
  end if;
  return jsonb_build_object('name', p_name, 'scopes', '["openid", "email", "profile"]'::jsonb)
    || v_set || jsonb_build_object('provider', p_name, 'fingerprint', encode(sha256(convert_to(
      (v_set - '{enabled,name,scopes,client_secret,token_endpoint_auth_method,response_mode}'
        ::text[])::text, 'UTF8')), 'hex'));
end $$;
comment on function app.oauth_provider is
  'Returns an identity provider as the tenant has set it up, over what app.oauth_presets knows of '
  'it; its client_secret is sealed; fingerprint stands for all that decides who an account is. '
  '404 when there is none, 403 PROVIDER_DISABLED while it is off';
