create or replace function app.registry_tenants()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "tenants": {"snapshot": "in", "events": {"tenant": "*"}, "columns": {
      "mfa_roles": {"names": "role_name", "rename": "app.settings_role_rename(p_tenant, p_old, p_new)"}}},
    "tenant_slugs": {"snapshot": "installation", "columns": {
      "slug": {"address": "slug"}}},
    "tenant_hosts": {"snapshot": "installation", "columns": {
      "host": {"address": "host"}}},
    "tenant_addresses": {"snapshot": "installation", "columns": {
      "address": {"address": "path"}}},
    "email_tenants": {"snapshot": "installation", "columns": {
      "email_hash": {"names": "none", "why": "the digest of an address"}}}}$registry$
$$;
comment on function app.registry_tenants is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
