create or replace function app.action_notify(p_tenant text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_role text := app.action_text(p_config, 'role', 63, false);
  v_channels text[] := case when p_config ? 'channels'
    then app.action_texts(p_config, 'channels', 5) end;
begin
  return app.action_do(p_tenant, 'notification_create', 'notifications:manage',
    jsonb_build_object('role', v_role,
      'user_ids', case when v_role is null then app.action_texts(p_config, 'user_ids', 1000) end,
      'type', coalesce(app.action_text(p_config, 'type', 100, false), 'automation'),
      'title', app.action_text(p_config, 'title', 300),
      'body', app.action_text(p_config, 'body', 10000, false),
      'metadata', app.action_map(p_config, 'metadata', 10240), 'channels', v_channels));
end $$;
comment on function app.action_notify is
  'The action notify {user_ids | role, type, title, body, metadata, channels}: tells users '
  'something, as POST /v1/notifications does';
