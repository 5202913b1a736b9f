create or replace function app.notification_json(p_notification app.notifications)
returns json
language sql stable as $$
  select json_build_object('id', p_notification.id, 'user_id', p_notification.user_id,
    'type', p_notification.type, 'title', p_notification.title, 'body', p_notification.body,
    'is_read', p_notification.is_read, 'metadata', p_notification.metadata,
    'created_at', p_notification.created_at)
$$;
comment on function app.notification_json is 'A notification as the API shows it';
