create or replace function api.dashboard_rotate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.dashboards := app.dashboard_lock(tenant, args->>'dashboard_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if not v_old.is_public then
    perform app.fail(409, 'INVALID_STATE', 'This dashboard is not public, so it has no share token. Set is_public first.');
  end if;
  return app.dashboard_save(v_old, app.dashboard_share(v_old));
end $$;
comment on function api.dashboard_rotate is 'Replace the share token of a dashboard';
