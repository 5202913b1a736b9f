create or replace function api.tenant_config_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_config jsonb := app.auth_config(tenant);
  v_branding jsonb := app.branding_json(app.settings_find(tenant));
  v_providers jsonb := (
    select coalesce(json_agg(p - 'enabled')::jsonb, '[]')
    from jsonb_array_elements(app.auth_providers(tenant)) p
    where p @> '{"enabled":true}' and p->>'type' in ('oidc', 'oauth', 'saml'));
  v_name text;
begin
  select t.name into v_name from app.tenants t where t.tenant_id = tenant;
  v_name := coalesce(v_branding->>'brand_name', v_name);
  return json_build_object('tenant_id', tenant, 'brand_name', v_name,
    'branding', v_branding - '{custom_domain_status,custom_domain_dns,updated_at}'::text[]
      || jsonb_build_object('brand_name', v_name),
    'auth', json_build_object('providers', v_providers,
      'email', v_config->'email'->'enabled',
      'phone', v_config->'phone' @> '{"enabled":true}' and args @> '{"has_sms":true}',
      'anonymous', v_config->'anonymous'->'enabled',
      'magic_link', v_config->'magic_link'->'enabled',
      'passkeys', v_config->'passkeys'->'enabled',
      'saml', v_providers @> '[{"type":"saml"}]',
      'mfa', v_config->'mfa'->'totp',
      'disable_signup', v_config->'disable_signup',
      'password_min_length', api.auth_password_rules(tenant, '{}')->'min_length',
      'captcha', json_build_object('provider', v_config->'captcha'->'provider',
        'site_key', v_config->'captcha'->'site_key')),
    'locale', 'en', 'realtime_url', args->'realtime_url',
    'maintenance', args->'maintenance', 'flags', app.flags_of(tenant, true));
end $$;
comment on function api.tenant_config_get is
  'Returns the public settings of a tenant for a sign-in page';
