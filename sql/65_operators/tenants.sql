create or replace view operators.tenants as
  select t.tenant_id as id, t.name, t.slug, t.status, t.status_reason, t.plan_tier, t.region,
    t.owner_email, t.limits, t.features, t.metadata, t.created_at, t.updated_at, t.deleted_at
  from app.tenants t;
comment on view operators.tenants is e'@primaryKey id\nTenants, deleted ones too.';
