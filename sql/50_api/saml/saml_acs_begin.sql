create or replace function api.saml_acs_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_challenge app.auth_challenges := app.challenge_take(tenant, 'saml', args->>'RelayState');
  v_id text := v_challenge.data->>'provider_id';
  v_provider app.saml_providers;
begin
  select * into v_provider from app.saml_providers p
  where p.tenant_id = tenant and p.id = v_id;
  if not found then
    return app.refuse(401, 'OTP_EXPIRED', 'This sign-in was not started here, was already '
      'completed, or took more than 10 minutes. Start again at /v1/auth/saml/login.');
  end if;
  return json_build_object('begun', v_challenge.data, 'problem', app.saml_problem(v_provider),
    'fingerprint', app.saml_source(v_provider)->'fingerprint',
    'provider', json_build_object('id', v_provider.id, 'entity_id', v_provider.entity_id,
      'certificates', v_provider.certificates,
      'attribute_mapping', v_provider.attribute_mapping));
end $$;
comment on function api.saml_acs_begin is
  'The first half of the return from an identity provider: uses RelayState up, and answers what '
  'the response is held against';
