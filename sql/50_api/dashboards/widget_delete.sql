create or replace function api.widget_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.widgets := app.widget_lock(tenant, args->>'dashboard_id', args->>'widget_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.widgets w
  where w.tenant_id = tenant and w.dashboard_id = v_old.dashboard_id and w.id = v_old.id;
  v_done := app.journal_widget('widget.deleted', v_old, null);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.widget_delete is 'Delete a widget';
