create or replace function api.saml_slo_begin(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_issuer text := args->>'issuer';
  v_provider app.saml_providers;
begin
  select * into v_provider from app.saml_providers p
  where p.tenant_id = tenant and p.entity_id = v_issuer;
  return json_build_object('id', v_provider.id, 'entity_id', v_provider.entity_id,
    'slo_url', v_provider.slo_url, 'certificates', v_provider.certificates,
    'problem', app.saml_problem(v_provider), 'site_url', app.redirect_check(tenant, null));
end $$;
comment on function api.saml_slo_begin is
  'The first half of a logout: what the message of an identity provider is held against';
