create or replace function app.function_save(
  p_old app.functions, p_new app.functions, p_plan jsonb)
returns app.functions
language plpgsql volatile as $$
declare
  v_tenant text := p_old.tenant_id;
  v_new app.functions;
  v_now timestamptz;
  v_done text;
begin
  begin
    v_now := clock_timestamp();
    update app.functions f set name = p_new.name, description = p_new.description,
      trigger_type = p_new.trigger_type, trigger_event = p_new.trigger_event,
      object_type_id = p_new.object_type_id, cron_expression = p_new.cron_expression,
      run_at = p_new.run_at, timezone = p_new.timezone, code = p_new.code,
      is_enabled = p_new.is_enabled, version = p_new.version, timeout_ms = p_new.timeout_ms,
      memory_mb = p_new.memory_mb, env = p_new.env, allowed_hosts = p_new.allowed_hosts,
      actor = p_new.actor, authors = p_new.authors,
      updated_at = v_now
    where f.tenant_id = v_tenant and f.id = p_old.id returning * into v_new;
  exception when unique_violation then
    perform app.taken('name', p_new.name, 'function');
  end;
  if v_new.version <> p_old.version then perform app.function_version_add(v_new); end if;
  perform app.function_sync(v_new, p_plan);
  v_done := app.journal_write(v_tenant, 'function.updated', 'function', v_new.id,
    app.function_json(v_new, true), app.function_json(p_old, true));
  return v_new;
end $$;
comment on function app.function_save is
  'Stores a changed function, its code as a new version when that is another one';
