create or replace function api.sandbox_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.sandboxes;
  v_done text;
begin
  perform app.sandbox_caller_check(tenant);
  if exists (
    select 1 from app.tenants t where t.tenant_id = tenant and t.is_sandbox) then
    perform app.fail(403, 'FORBIDDEN', 'A sandbox makes no sandboxes. Ask the tenant that it is one of.');
  end if;
  perform app.sandbox_room(tenant);
  if args->>'data' = 'all' then perform app.sandbox_fits_check(tenant); end if;
  v_new.tenant_id := tenant;
  v_new.id := app.new_id('sbx');
  v_new.name := args->>'name';
  v_new.data := args->>'data';
  v_new.is_masked := (args->>'mask')::boolean;
  v_new.status := 'pending';
  v_new.attempts := 0;
  v_new.created_by := app.actor();
  v_new.created_at := clock_timestamp();
  v_new.expires_at := v_new.created_at + make_interval(days => (args->>'expires_in_days')::integer);
  insert into app.sandboxes (tenant_id, id, name, data, is_masked, created_by, created_at, expires_at)
  values (tenant, v_new.id, v_new.name, v_new.data, v_new.is_masked, v_new.created_by, v_new.created_at, v_new.expires_at);
  perform app.task_add(tenant, 'sandbox_make', v_new.id);
  v_done := app.journal_write(tenant, 'sandbox.created', 'sandbox', v_new.id, app.sandbox_json(v_new));
  return app.sandbox_json(v_new);
end $$;
comment on function api.sandbox_create is 'Make a sandbox';
