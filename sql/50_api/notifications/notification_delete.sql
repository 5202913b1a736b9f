create or replace function api.notification_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user_id text := app.principal()->>'user_id';
  v_old app.notifications := app.notification_lock(tenant, v_user_id, args->>'notification_id');
  v_done text;
begin
  delete from app.notifications n
  where n.tenant_id = tenant and n.user_id = v_user_id and n.id = v_old.id;
  v_done := app.journal_write(tenant, 'notification.deleted', 'notification', v_old.id, null,
    app.notification_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.notification_delete is 'Delete one of your notifications';
