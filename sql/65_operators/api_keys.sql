create or replace view operators.api_keys as
  select k.tenant_id, k.id, k.label, k.last4, k.scopes, k.rate_limit, k.expires_at, k.revoked_at,
    k.last_used_at, k.created_by, k.created_at
  from app.api_keys k;
comment on view operators.api_keys is e'@primaryKey tenant_id,id
@foreignKey (tenant_id) references operators.tenants (id)|@fieldName tenant|@foreignFieldName apiKeys
API keys of tenants, without their secrets.';
