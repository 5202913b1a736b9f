create or replace function api.dashboard_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.dashboards := app.dashboard_lock(tenant, args->>'dashboard_id');
  v_dependencies jsonb := app.dashboard_dependencies(v_old);
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'dashboard', v_old.id, v_dependencies, args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  if v_old.share_token is not null then perform app.address_drop(tenant, '/d/' || v_old.share_token); end if;
  delete from app.widgets w where w.tenant_id = tenant and w.dashboard_id = v_old.id;
  delete from app.dashboards d where d.tenant_id = tenant and d.id = v_old.id;
  v_done := app.journal_dashboard('dashboard.deleted', v_old, null);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.dashboard_delete is 'Delete a dashboard with its widgets';
