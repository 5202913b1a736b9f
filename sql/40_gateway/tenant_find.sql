create or replace function gateway.tenant_find(name text)
returns text
language sql stable as $$
  select auth.tenant_find(name)
$$;
comment on function gateway.tenant_find is
  'The id of the tenant that an id, a slug, a verified custom domain or an address names, or null';
