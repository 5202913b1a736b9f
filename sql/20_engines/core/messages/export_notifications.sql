create or replace function app.export_notifications(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', n.id, 'user_id', n.user_id, 'type', n.type,
    'title', n.title, 'body', n.body, 'is_read', n.is_read, 'metadata', n.metadata,
    'created_at', n.created_at) order by n.id), '[]')
  from app.notifications n where n.tenant_id = p_tenant and n.user_id = p_user_id
$$;
comment on function app.export_notifications is
  'The notifications of a user, in the export of their data';
