create or replace function api.dashboard_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.dashboards := app.dashboard_lock(tenant, args->>'dashboard_id');
  v_new app.dashboards := v_old;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new.name := coalesce(args->>'name', v_old.name);
  if args ? 'description' then v_new.description := args->>'description'; end if;
  v_new.layout_json := coalesce(args->'layout_json', v_old.layout_json);
  v_new.is_public := coalesce((args->>'is_public')::boolean, v_old.is_public);
  if v_new.is_public <> v_old.is_public then v_new := app.dashboard_share(v_new); end if;
  if v_new = v_old then return app.dashboard_json(v_old); end if;
  return app.dashboard_save(v_old, v_new);
end $$;
comment on function api.dashboard_update is 'Change a dashboard';
