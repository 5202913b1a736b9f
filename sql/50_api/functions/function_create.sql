create or replace function api.function_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.functions;
begin
  perform app.function_room(tenant);
  v_new.tenant_id := tenant;
  v_new.id := app.new_id('fn');
  v_new := app.function_merge(v_new, args);
  v_new.created_at := clock_timestamp();
  v_new.updated_at := v_new.created_at;
  v_new.created_by := app.actor();
  insert into app.functions select v_new.* on conflict (tenant_id, name) do nothing;
  if not found then perform app.taken('name', v_new.name, 'function'); end if;
  perform app.function_version_add(v_new);
  perform app.function_sync(v_new, (args #>> '{made,next_run_at}')::timestamptz);
  perform app.journal_write(tenant, 'function.created', 'function', v_new.id,
    app.function_json(v_new, true));
  return app.function_json(v_new, true);
end $$;
comment on function api.function_create is 'Create a function';
