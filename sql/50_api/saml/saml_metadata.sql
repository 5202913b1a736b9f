create or replace function api.saml_metadata(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  if args ? 'provider_id' then
    perform app.saml_provider_find(tenant, args->>'provider_id');
  end if;
  return json_build_object('tenant_id', tenant);
end $$;
comment on function api.saml_metadata is 'Checks that the provider exists and returns the tenant';
