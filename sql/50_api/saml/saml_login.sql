create or replace function api.saml_login(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_provider app.saml_providers := app.saml_provider_for(tenant, args);
  v_problem text := app.saml_problem(v_provider);
  v_redirect_to text := app.redirect_check(tenant, args->>'redirect_to');
begin
  if v_problem is not null then perform app.fail(403, 'PROVIDER_DISABLED', v_problem); end if;
  if v_redirect_to is null then
    perform app.fail(400, 'INVALID_REDIRECT', 'redirect_to is required, because this tenant has no '
      'site_url. Send it, or set site_url in /v1/auth-config.', null, 'redirect_to');
  end if;
  return json_build_object('sso_url', v_provider.sso_url,
    'entity_id', v_provider.entity_id, 'certificates', v_provider.certificates,
    'relay_state', app.challenge_create(tenant, 'saml', null, jsonb_strip_nulls(
      jsonb_build_object('provider_id', v_provider.id, 'request_id', args->>'request_id',
        'redirect_to', v_redirect_to, 'code_challenge', args->>'code_challenge')),
      interval '10 minutes'));
end $$;
comment on function api.saml_login is
  'Creates the relay state of a sign-in and returns the identity provider';
