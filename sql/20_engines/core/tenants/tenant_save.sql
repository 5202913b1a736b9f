create or replace function app.tenant_save(p_old app.tenants, p_changes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.tenants;
  v_now timestamptz;
begin
  perform app.plan_hold(p_changes->>'plan_tier');
  v_now := clock_timestamp();
  update app.tenants t set name = coalesce(p_changes->>'name', t.name),
    plan_tier = coalesce(p_changes->>'plan_tier', t.plan_tier),
    status = coalesce(p_changes->>'status', t.status),
    status_reason =
      case when p_changes ? 'status' then p_changes->>'reason' else t.status_reason end,
    limits = coalesce(p_changes->'limits', t.limits),
    features = coalesce(p_changes->'features', t.features),
    metadata = coalesce(p_changes->'metadata', t.metadata),
    updated_at = v_now
  where t.tenant_id = p_old.tenant_id returning * into v_new;
  perform app.journal_write(v_new.tenant_id,
    case when v_new.status = p_old.status or 'migrating' in (v_new.status, p_old.status)
        then 'tenant.updated'
      when v_new.status = 'suspended' then 'tenant.suspended' else 'tenant.activated' end,
    'tenant', v_new.tenant_id, app.tenant_json(v_new), app.tenant_json(p_old));
  if p_changes ?| '{plan_tier,limits}' then perform app.plan_standings_ask(v_new.tenant_id); end if;
  return app.tenant_json(v_new);
end $$;
comment on function app.tenant_save is 'Changes a locked tenant and journals it';
