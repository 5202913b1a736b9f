create or replace function app.identities_bind(p_tenant text, p_provider text, p_issuer text)
returns void
language sql volatile as $$
  update app.identities i set issuer = p_issuer
  where i.tenant_id = p_tenant and i.provider = p_provider and i.issuer is null
$$;
comment on function app.identities_bind is
  'Before a provider gets another issuer: identities from before issuers were kept stay with the '
  'one that they were made with';
