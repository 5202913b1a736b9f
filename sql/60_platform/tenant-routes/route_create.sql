create or replace function platform.route_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.routes;
begin
  perform app.tenant_whole_check(args->>'tenant_id');
  perform app.route_free_check(args->>'hostname', args->>'tenant_id', auth.host_holder(args->>'hostname'));
  v_new.id := app.new_id('rte');
  v_new.about_tenant := args->>'tenant_id';
  v_new.hostname := args->>'hostname';
  v_new.path_prefix := args->>'path_prefix';
  v_new.proof := case when v_new.hostname is null then 'NONE' else coalesce(args->'verification'->>'type', 'TXT') end;
  v_new.proof_value := app.route_proof_value(v_new.proof);
  v_new.status := case when v_new.hostname is null then 'active' else 'pending' end;
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  insert into app.routes values (v_new.*);
  perform app.owner_journal('route.created', v_new.id, app.route_shown(v_new));
  return app.route_shown(v_new);
exception when unique_violation then
  perform app.taken(case when v_new.path_prefix is null then 'hostname' else 'path_prefix' end,
    concat(v_new.hostname, v_new.path_prefix), 'route');
end $$;
comment on function platform.route_create is 'Creates a route, which waits for the proof of its host, if it has one';
