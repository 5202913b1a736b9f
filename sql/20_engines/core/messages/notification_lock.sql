create or replace function app.notification_lock(p_tenant text, p_user_id text, p_id text)
returns app.notifications
language plpgsql volatile as $$
declare v_notification app.notifications;
begin
  select * into v_notification from app.notifications n
  where n.tenant_id = p_tenant and n.user_id = p_user_id and n.id = p_id for update;
  if not found then perform app.not_found('notification', p_id); end if;
  return v_notification;
end $$;
comment on function app.notification_lock is
  'Finds and locks a notification of a user by id; 404 for one of another user';
