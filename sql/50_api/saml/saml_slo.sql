create or replace function api.saml_slo(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_provider app.saml_providers := app.saml_provider_find(tenant, args->>'provider_id');
  v_name text := 'saml:' || v_provider.id;
  v_subject text := args->>'subject';
  v_user_id text;
  v_sessions text[];
begin
  if not app.saml_assertion_take(
    v_provider, args->>'message_id', (args->>'expires_at')::timestamptz) then
    perform app.fail(401, 'INVALID_CREDENTIALS', 'This message was used before.');
  end if;
  select i.user_id into v_user_id from app.identities i
  where i.tenant_id = tenant and i.provider = v_name and i.subject = v_subject;
  v_sessions := array(select s.id from app.sessions_live(tenant, v_user_id) s
    where s.amr @> '[{"method": "saml"}]');
  return json_build_object('revoked',
    app.sessions_revoke(tenant, v_user_id, v_sessions, 'saml_logout'));
end $$;
comment on function api.saml_slo is
  'End the sessions of a user whom an identity provider has signed out';
