create or replace function app.oauth_source(p_tenant text, p_name text, p_account jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_settings app.tenant_settings := app.settings_find(p_tenant);
  v_fingerprint text := app.oauth_provider(p_tenant, p_name)->>'fingerprint';
  v_prefix text := format('oauth.%s.', p_name);
begin
  if p_account->>'fingerprint' is distinct from v_fingerprint then
    perform app.fail(409, 'CONFLICT', format(
      'The settings of %s changed during this sign-in. Start again.', p_name));
  end if;
  return jsonb_build_object('provider', p_name, 'fingerprint', v_fingerprint,
    'issuer', app.oauth_issuer(p_name, v_settings.auth->'oauth'->p_name),
    'place', '/v1/auth-config', 'authors', (
      select coalesce(json_object_agg(a.key, a.value)::jsonb, '{}') from jsonb_each(v_settings.authors) a
      where starts_with(a.key, v_prefix)));
end $$;
comment on function app.oauth_source is
  'Returns who vouches for an account that the doorway has verified with an identity provider: '
  '{provider, issuer, fingerprint, authors, place}. 409 when the provider''s settings have '
  'changed since';
