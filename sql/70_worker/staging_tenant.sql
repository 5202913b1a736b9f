create or replace function worker.staging_tenant(p_tenant text, p_columns text[], p_row jsonb)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_done text;
  v_given app.tenants;
begin
  v_done := app.in_tenant(p_tenant);
  v_done := app.staging_check(p_tenant);
  v_given := jsonb_populate_record(null::app.tenants, (
    select json_object_agg(c.name, p_row->(c.place::integer - 1))::jsonb from unnest(p_columns) with ordinality c(name, place)));
  update app.tenants t set
    name = coalesce(v_given.name, t.name),
    owner_email = v_given.owner_email,
    metadata = coalesce(v_given.metadata, '{}'),
    created_at = case when isfinite(v_given.created_at) and v_given.created_at < t.created_at then v_given.created_at else t.created_at end,
    ip_allowlist = coalesce(v_given.ip_allowlist, '{}'),
    session_duration = v_given.session_duration,
    mfa_roles = coalesce(v_given.mfa_roles, '{}')
  where t.tenant_id = p_tenant;
end $$;
comment on function worker.staging_tenant is
  'Gives a tenant that is being loaded the fields of its snapshot: not its plan, limits, features, status, region, slug and places, which the '
  'installation decides';
