create or replace function app.relying_party_name(p_tenant text)
returns text
language plpgsql stable as $$
begin
  return (
    select coalesce(nullif(s.branding->>'brand_name', ''), t.name)
    from app.tenants t
    left join app.tenant_settings s on s.tenant_id = t.tenant_id
    where t.tenant_id = p_tenant);
end $$;
comment on function app.relying_party_name is
  'How authenticator apps and passkey dialogs call a tenant: its brand, else its name';
