create or replace function gateway.call_platform_tenant(
  tenant text, credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
declare
  v_principal jsonb;
  v_set text;
  v_answer json;
begin
  v_principal := auth.platform_principal(credential);
  v_set := set_config('app.tenant_id', tenant, true) || set_config('role', 'insula_platform', true);
  v_set := app.act_as(v_principal);  -- as the platform: insula_api may call no engine
  if credential ? 'change' then
    v_answer := app.run_change(null, credential->'change', operation, args);
  else
    v_answer := gateway.dispatch_platform(operation, args);
  end if;
  if current_setting('app.invariants', true) <> '' then v_set := app.invariants_settle(tenant); end if;
  if v_principal->>'type' = 'platform' and pg_current_xact_id_if_assigned() is not null then
    v_set := app.platform_audit_take(tenant);
  end if;
  return v_answer;
end $$;
comment on function gateway.call_platform_tenant is
  'The way of every other request to /admin and /owner, and of a sign-up: as gateway.call_platform, in the tenant that it is '
  'about, or makes; what is about no tenant is changed, kept for its Idempotency-Key and journaled under the word platform. '
  'What the operator changes is also kept in their audit log';
