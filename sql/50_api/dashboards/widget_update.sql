create or replace function api.widget_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.widgets := app.widget_lock(tenant, args->>'dashboard_id', args->>'widget_id');
  v_new app.widgets := app.widget_merge(v_old, args);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.widget_json(v_old); end if;
  v_new.updated_at := clock_timestamp();
  update app.widgets w set type = v_new.type, title = v_new.title, config_json = v_new.config_json,
    position_json = v_new.position_json, authors = v_new.authors, updated_at = v_new.updated_at
  where w.tenant_id = tenant and w.dashboard_id = v_old.dashboard_id and w.id = v_old.id;
  v_done := app.journal_widget('widget.updated', v_old, v_new);
  return app.widget_json(v_new);
end $$;
comment on function api.widget_update is 'Change a widget';
