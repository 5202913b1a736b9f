create or replace function worker.staging_activate(p_tenant text, p_made jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_slug text;
  v_new app.tenants;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"platform","id":"platform","scopes":["*"]}');
  v_done := app.staging_check(p_tenant);
  v_slug := app.tenant_slug(p_tenant, p_made->>'slug', p_made->>'name');
  -- The feed goes on behind the last row that came along.
  perform app.place_raise(p_tenant);
  update app.tenants t set name = p_made->>'name', slug = v_slug, status = 'active', status_reason = null, updated_at = v_now,
    plan_tier = coalesce(p_made->>'plan_tier', t.plan_tier), limits = coalesce(p_made->'limits', t.limits), region = p_made->>'region',
    outbound = coalesce(p_made->>'outbound', 'off'), outbound_at = v_now, cloned_from = p_made->>'cloned_from',
    is_sandbox = coalesce((p_made->>'is_sandbox')::boolean, false), parent_tenant_id = p_made->>'parent_tenant_id',
    expires_at = (p_made->>'expires_at')::timestamptz
  where t.tenant_id = p_tenant returning * into v_new;
  -- Before anything listens: it is for people and feeds.
  v_done := app.journal_write(p_tenant, 'tenant.restored', 'tenant', p_tenant,
    (app.tenant_json(v_new)::jsonb || jsonb_build_object('meta', p_made->'meta'))::json);
  update app.schedules s set next_run_at = null where s.tenant_id = p_tenant and s.next_run_at = 'infinity'
    and s.cron_expression is null and s.kind <> 'workflow' and s.run_at <= v_now;
  update app.schedules s set next_run_at = s.run_at
  where s.tenant_id = p_tenant and s.next_run_at = 'infinity' and s.cron_expression is null;
  update app.schedules s set next_run_at = c.next_run_at
  from jsonb_to_recordset(p_made->'crons') c(cron_expression text, timezone text, next_run_at timestamptz)
  where s.tenant_id = p_tenant and s.next_run_at = 'infinity' and s.cron_expression = c.cron_expression and s.timezone = c.timezone;
  update app.schedules s set next_run_at = null where s.tenant_id = p_tenant and s.next_run_at = 'infinity';
  perform app.webhook_subscribe(row(w.*)::app.webhooks) from app.webhooks w where w.tenant_id = p_tenant;
  perform app.automation_wire(row(a.*)::app.automations, jsonb_build_object('event', p_made->'events'->a.trigger_event))
  from app.automations a where a.tenant_id = p_tenant;
  perform app.function_sync(row(f.*)::app.functions, null) from app.functions f where f.tenant_id = p_tenant;
  perform app.workflow_wire(row(w.*)::app.workflows) from app.workflows w where w.tenant_id = p_tenant;
  perform app.task_add(p_tenant, 'invariant_check', i.id) from app.invariants i where i.tenant_id = p_tenant and i.status = 'checking';
  -- The record of its restore is completed with it, or neither is.
  if p_made ? 'restore' then perform app.restore_complete(p_made->'restore', p_tenant); end if;
  if p_made ? 'sandbox' then
    perform app.sandbox_complete(p_made->'sandbox', v_new.parent_tenant_id, p_tenant);
  end if;
  return app.tenant_json(v_new);
end $$;
comment on function worker.staging_activate is
  'Makes a loaded tenant one that can be called: {name, slug?, plan_tier?, limits?, region?, outbound?, cloned_from?, '
  'is_sandbox?, parent_tenant_id?, expires_at?, meta?, crons: [{cron_expression, timezone, '
  'next_run_at}], events: {trigger: event}} (worker.staging_plans), and restore?, its record {id, report}, or sandbox? {id}. All of it or nothing; 409 when the slug is taken. Returns it as /admin does';
