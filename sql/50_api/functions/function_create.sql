create or replace function api.function_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.functions;
  v_done text;
begin
  perform app.function_room(tenant);
  v_new.tenant_id := tenant;
  v_new.id := app.id_of_new('fn');
  v_new := app.function_merge(v_new, args);
  v_new.created_at := clock_timestamp();
  v_new.updated_at := v_new.created_at;
  v_new.created_by := app.actor();
  insert into app.functions (tenant_id, id, name, description, trigger_type, trigger_event,
    object_type_id, cron_expression, run_at, timezone, runtime, code, is_enabled, version,
    timeout_ms, memory_mb, env, allowed_hosts, created_at, updated_at, created_by, actor,
    authors)
  values (tenant, v_new.id, v_new.name, v_new.description, v_new.trigger_type,
    v_new.trigger_event, v_new.object_type_id, v_new.cron_expression, v_new.run_at,
    v_new.timezone, v_new.runtime, v_new.code, v_new.is_enabled, v_new.version,
    v_new.timeout_ms, v_new.memory_mb, v_new.env, v_new.allowed_hosts, v_new.created_at,
    v_new.updated_at, v_new.created_by, v_new.actor, v_new.authors)
  on conflict (tenant_id, name) do nothing;
  if not found then perform app.taken('name', v_new.name, 'function'); end if;
  perform app.function_version_add(v_new);
  perform app.function_sync(v_new, args #> '{made,plan}');
  v_done := app.journal_write(tenant, 'function.created', 'function', v_new.id,
    app.function_json(v_new, true));
  return app.function_json(v_new, true);
end $$;
comment on function api.function_create is
  'Creates a function with its first version and its trigger';
