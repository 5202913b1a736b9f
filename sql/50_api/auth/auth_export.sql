create or replace function api.auth_export(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_user app.users := app.user_find(tenant, app.principal()->>'user_id');
  v_id text := v_user.id;
begin
  return json_build_object(
    '_meta', json_build_object('user_id', v_id, 'tenant_id', tenant,
      'export_type', 'user_data_export', 'exported_at', v_user.exported_at),
    'user', app.user_admin_json(v_user),
    'identities', (
      select coalesce(json_agg(app.identity_json(row(i.*)::app.identities) order by i.id), '[]')
      from app.identities i where i.tenant_id = tenant and i.user_id = v_id),
    'sessions', (
      select coalesce(json_agg(app.session_json(row(s.*)::app.sessions) order by s.id), '[]')
      from app.sessions s where s.tenant_id = tenant and s.user_id = v_id),
    'mfa_factors', app.mfa_factors_json(tenant, v_id),
    'passkeys', app.export_passkeys(tenant, v_id),
    'notifications', app.export_notifications(tenant, v_id),
    'preferences', app.export_preferences(tenant, v_id),
    'objects', app.export_objects(tenant, v_id),
    'files', app.export_files(tenant, v_id), 'comments', app.export_comments(tenant, v_id),
    'reactions', app.user_rows(tenant, v_id, 'reactions'),
    'conversations', app.export_conversations(tenant, v_id),
    'messages', app.user_rows(tenant, v_id, 'messages'),
    'views', app.user_rows(tenant, v_id, 'views'),
    'dashboards', app.user_rows(tenant, v_id, 'dashboards'),
    'reports', app.user_rows(tenant, v_id, 'reports'),
    'report_runs', app.user_rows(tenant, v_id, 'report_runs'),
    'tickets', app.user_rows(tenant, v_id, 'tickets'),
    'workflow_tasks', app.user_rows(tenant, v_id, 'workflow_tasks'),
    'short_urls', app.user_rows(tenant, v_id, 'short_urls'),
    'imports', app.user_rows(tenant, v_id, 'imports'),
    'exports', app.user_rows(tenant, v_id, 'exports'),
    'made', app.user_made(tenant, v_id),
    'events', app.export_journal(tenant, v_id, true),
    'audit', app.export_journal(tenant, v_id, false));
end $$;
comment on function api.auth_export is 'Returns everything stored about the user';
