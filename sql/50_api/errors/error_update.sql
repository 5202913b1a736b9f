create or replace function api.error_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_status text := args->>'status';
  v_old app.error_groups;
  v_new app.error_groups;
  v_now timestamptz;
  v_resolved timestamptz;
  v_done text;
begin
  select * into v_old from app.error_groups g
  where g.tenant_id = tenant and g.id = args->>'error_id' for update;
  if not found then perform app.not_found('error', args->>'error_id'); end if;
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_status = v_old.status then return app.error_whole_json(v_old); end if;
  v_now := clock_timestamp();
  v_resolved := case when v_status = 'resolved' then v_now end;
  update app.error_groups g
  set status = v_status, resolved_at = v_resolved, updated_at = v_now
  where g.tenant_id = tenant and g.id = v_old.id
  returning * into v_new;
  v_done := app.journal_write(tenant, 'error.updated', 'error', v_new.id, app.error_json(v_new),
    app.error_json(v_old));
  return app.error_whole_json(v_new);
end $$;
comment on function api.error_update is 'Resolve, ignore or reopen an error';
