create or replace function api.saml_slo(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_provider app.saml_providers := app.saml_provider_find(tenant, args->>'provider_id');
  v_user_id text := (
    app.identity_find(tenant, app.saml_source(v_provider), args->>'subject')).user_id;
  v_sessions text[];
begin
  if not app.saml_assertion_take(
    v_provider, args->>'message_id', (args->>'expires_at')::timestamptz) then
    perform app.fail(401, 'INVALID_CREDENTIALS', 'This message was already used. Sign out again at '
      'the identity provider.');
  end if;
  v_sessions := array(select s.id from app.sessions_live(tenant, v_user_id) s
    where s.amr @> '[{"method": "saml"}]');
  return json_build_object('revoked',
    app.sessions_revoke(tenant, v_user_id, v_sessions, 'saml_logout'));
end $$;
comment on function api.saml_slo is
  'Ends the SAML sessions of the user whom a verified logout request names';
