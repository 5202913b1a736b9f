create or replace function api.notification_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user_id text := app.principal()->>'user_id';
  v_old app.notifications := app.notification_lock(tenant, v_user_id, args->>'notification_id');
  v_new app.notifications := v_old;
  v_done text;
begin
  v_new.is_read := (args->>'is_read')::boolean;
  if v_new.is_read = v_old.is_read then return app.notification_json(v_old); end if;
  update app.notifications n set is_read = v_new.is_read
  where n.tenant_id = tenant and n.user_id = v_user_id and n.id = v_old.id;
  v_done := app.journal_write(tenant, 'notification.updated', 'notification', v_old.id,
    app.notification_json(v_new), json_build_object('is_read', v_old.is_read), '{is_read}');
  return app.notification_json(v_new);
end $$;
comment on function api.notification_update is 'Mark one of your notifications read or unread';
