create or replace function api.dashboard_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_dashboard app.dashboards;
  v_done text;
begin
  v_dashboard.tenant_id := tenant;
  v_dashboard.id := app.id_of_new('dash');
  v_dashboard.name := args->>'name';
  v_dashboard.description := args->>'description';
  v_dashboard.layout_json := coalesce(args->'layout_json', '{}');
  v_dashboard.is_public := coalesce((args->>'is_public')::boolean, false);
  v_dashboard.created_by := app.principal()->>'user_id';
  v_dashboard.created_at := clock_timestamp();
  v_dashboard.updated_at := v_dashboard.created_at;
  perform app.dashboard_check(v_dashboard);
  v_dashboard := app.dashboard_share(v_dashboard);
  insert into app.dashboards (tenant_id, id, name, description, layout_json, is_public, share_token, shared_by,
    created_by, created_at, updated_at)
  values (tenant, v_dashboard.id, v_dashboard.name, v_dashboard.description, v_dashboard.layout_json,
    v_dashboard.is_public, v_dashboard.share_token, v_dashboard.shared_by, v_dashboard.created_by,
    v_dashboard.created_at, v_dashboard.updated_at);
  v_done := app.journal_dashboard('dashboard.created', null, v_dashboard);
  if v_dashboard.is_public then v_done := app.journal_dashboard('dashboard.shared', null, v_dashboard); end if;
  return app.dashboard_json(v_dashboard);
end $$;
comment on function api.dashboard_create is 'Create a dashboard';
