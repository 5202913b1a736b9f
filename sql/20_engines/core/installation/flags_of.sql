create or replace function app.flags_of(p_tenant text, p_is_public boolean)
returns json
language plpgsql stable as $$
declare
  v_features jsonb := (select t.features from app.tenants t where t.tenant_id = p_tenant);
begin
  return (
    select coalesce(json_object_agg(f.key, app.flag_holds(row(f.*)::app.feature_flags, p_tenant, v_features)
      order by f.key), '{}')
    from app.feature_flags f where f.is_public or not p_is_public);
end $$;
comment on function app.flags_of is
  'The feature flags of a tenant {key: boolean}: all, or only the public ones';
