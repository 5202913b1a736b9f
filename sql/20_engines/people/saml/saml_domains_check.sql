create or replace function app.saml_domains_check(p_provider app.saml_providers)
returns void
language plpgsql volatile as $$
declare v_taken text;
begin
  -- Two providers that are changed at once would each not see the other's.
  perform from app.tenants t where t.tenant_id = p_provider.tenant_id for no key update;
  select d into v_taken from app.saml_providers p cross join unnest(p.domains) d
  where p.tenant_id = p_provider.tenant_id and p.id <> p_provider.id
    and d = any (p_provider.domains)
  limit 1;
  if found then perform app.taken('domains', v_taken, 'saml_provider'); end if;
end $$;
comment on function app.saml_domains_check is
  '409 when a domain leads to another identity provider of the tenant already';
