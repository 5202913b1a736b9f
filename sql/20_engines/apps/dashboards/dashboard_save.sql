create or replace function app.dashboard_save(p_old app.dashboards, p_new app.dashboards)
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  p_new.updated_at := clock_timestamp();
  update app.dashboards d set name = p_new.name, description = p_new.description,
    layout_json = p_new.layout_json, is_public = p_new.is_public, share_token = p_new.share_token,
    shared_by = p_new.shared_by, updated_at = p_new.updated_at
  where d.tenant_id = p_new.tenant_id and d.id = p_new.id;
  v_done := app.journal_dashboard('dashboard.updated', p_old, p_new);
  if p_new.is_public and p_new.share_token is distinct from p_old.share_token then
    v_done := app.journal_dashboard('dashboard.shared', null, p_new);
  end if;
  return app.dashboard_json(p_new);
end $$;
comment on function app.dashboard_save is 'Keeps a changed dashboard, and says so in the journal';
