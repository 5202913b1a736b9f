create or replace function app.tenant_save(p_old app.tenants, p_changes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.tenants := p_old;
  v_now timestamptz;
  v_done text;
begin
  perform app.plan_hold(p_changes->>'plan_tier');
  v_new.name := coalesce(p_changes->>'name', p_old.name);
  v_new.plan_tier := coalesce(p_changes->>'plan_tier', p_old.plan_tier);
  v_new.status := coalesce(p_changes->>'status', p_old.status);
  if p_changes ? 'status' then v_new.status_reason := p_changes->>'reason'; end if;
  v_new.limits := coalesce(p_changes->'limits', p_old.limits);
  v_new.features := coalesce(p_changes->'features', p_old.features);
  v_new.metadata := coalesce(p_changes->'metadata', p_old.metadata);
  v_new.outbound := coalesce(p_changes->>'outbound', p_old.outbound);
  if p_changes ? 'expires_at' then v_new.expires_at := (p_changes->>'expires_at')::timestamptz; end if;
  if v_new = p_old then return app.tenant_json(p_old); end if;
  v_now := clock_timestamp();
  if (v_new.plan_tier, v_new.limits) is distinct from (p_old.plan_tier, p_old.limits) then
    v_new.limits_at := v_now;
  end if;
  if v_new.outbound <> p_old.outbound then v_new.outbound_at := v_now; end if;
  update app.tenants t set name = v_new.name, plan_tier = v_new.plan_tier, status = v_new.status,
    status_reason = v_new.status_reason, limits = v_new.limits, features = v_new.features,
    metadata = v_new.metadata, limits_at = v_new.limits_at,
    outbound = v_new.outbound, outbound_at = v_new.outbound_at, expires_at = v_new.expires_at,
    updated_at = v_now
  where t.tenant_id = p_old.tenant_id returning * into v_new;
  if v_new.status <> p_old.status and v_new.status in ('active', 'suspended') then
    perform app.sandboxes_follow(v_new.tenant_id, v_new.status);
  end if;
  v_done := app.journal_write(v_new.tenant_id,
    case when v_new.status = p_old.status or 'migrating' in (v_new.status, p_old.status)
        then 'tenant.updated'
      when v_new.status = 'suspended' then 'tenant.suspended' else 'tenant.activated' end,
    'tenant', v_new.tenant_id, app.tenant_json(v_new), app.tenant_json(p_old));
  if p_changes ?| '{plan_tier,limits}' then perform app.plan_standings_ask(v_new.tenant_id); end if;
  return app.tenant_json(v_new);
end $$;
comment on function app.tenant_save is 'Changes a locked tenant and journals it';
