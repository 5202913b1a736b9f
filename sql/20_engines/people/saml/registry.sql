create or replace function app.registry_saml()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "saml_providers": {"snapshot": "in", "kind": "saml_providers",
      "unmasked": ["name", "entity_id", "sso_url", "slo_url", "certificates", "domains", "attribute_mapping",
        "metadata_url"], "schema": true, "ids": "saml", "events": {"saml_provider": "auth"}, "columns": {
      "default_role": {"names": "role_name", "rename": "move"},
      "entity_id": {"names": "none", "why": "the name of an identity provider"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "saml_assertions": {"snapshot": "transient", "erase": "leaves", "expires": {"by": "expires_at", "after": "1 day"}, "columns": {
      "assertion_hash": {"names": "none", "why": "the digest of an assertion"}}}}$registry$
$$;
comment on function app.registry_saml is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
