create or replace function app.saml_problem(p_provider app.saml_providers)
returns text
language sql stable as $$
  select case
    when not app.auth_config(p_provider.tenant_id) @> '{"saml": {"enabled": true}}'
      then 'Single sign-on is switched off for this tenant.'
    when not p_provider.is_enabled then 'This identity provider is switched off.' end
$$;
comment on function app.saml_problem is
  'Returns the reason why an identity provider cannot be used now; null if it can';
