create or replace function worker.sandbox_next(p_tenant text, p_id text, p_changes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.sandboxes;
  v_new app.sandboxes;
  v_plan app.plans;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_old from app.sandboxes s where s.tenant_id = p_tenant and s.id = p_id for no key update;
  if not found or v_old.status not in ('pending', 'running') then return null; end if;
  v_new := jsonb_populate_record(v_old, app.jsonb_pick(p_changes, '{status,target_tenant,error}'));
  if p_changes->>'status' = 'running' then v_new.attempts := v_old.attempts + 1; end if;
  if v_new is distinct from v_old then
    update app.sandboxes s set status = v_new.status, target_tenant = v_new.target_tenant,
      error = v_new.error, attempts = v_new.attempts
    where s.tenant_id = p_tenant and s.id = p_id;
  end if;
  v_plan := app.plan_held(p_tenant);
  return json_build_object('name', v_new.name, 'data', v_new.data, 'mask', v_new.is_masked,
    'expires_at', v_new.expires_at, 'target_tenant_id', v_old.target_tenant, 'attempts', v_new.attempts,
    'lock', null, 'sealed', null,
    -- Rates are those of free; what it may hold is up to its parent.
    'limits', json_build_object('objects', v_plan.objects, 'storage_bytes', v_plan.storage_bytes,
      'object_types', v_plan.object_types, 'users', v_plan.users, 'webhooks', v_plan.webhooks,
      'functions', v_plan.functions, 'audit_days', v_plan.audit_days, 'sandboxes', 0));
end $$;
comment on function worker.sandbox_next is
  'Notes how the making of a sandbox goes on {status, target_tenant, error}, and returns what it is; null once it has ended, or was deleted';
