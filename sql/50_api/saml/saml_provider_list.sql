create or replace function api.saml_provider_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.saml_provider_json(row(p.*)::app.saml_providers)
    order by p.id desc), count(*))
  from app.saml_providers p where p.tenant_id = tenant
$$;
comment on function api.saml_provider_list is 'List identity providers';
