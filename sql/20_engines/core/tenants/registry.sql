create or replace function app.registry_tenants()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "tenants": {"snapshot": "in", "erase": "lives",
      "mask": {"status_reason": "null", "owner_email": "email", "metadata": "object"}, "unmasked": ["name", "slug",
        "plan_tier", "region", "limits", "features", "ip_allowlist", "place_node", "move", "rewinds", "cloned_from"], "schema": true, "events": {"tenant": "*"},
      "installation": ["status", "status_reason", "plan_tier", "region", "limits", "features", "deleted_at", "place_shift",
        "place_node", "move", "is_nearly_full", "rewinds", "limits_at", "outbound", "outbound_at", "cloned_from",
        "is_sandbox", "expires_at", "parent_tenant_id"], "columns": {
      "mfa_roles": {"names": "role_name", "rename": "app.settings_role_rename(p_tenant, p_old, p_new)"},
      "cloned_from": {"names": "none", "why": "a tenant"},
      "parent_tenant_id": {"names": "none", "why": "a tenant"}}},
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
