create or replace function app.user_announcement_json(p app.user_announcements)
returns json
language sql stable as $$
  select json_build_object('id', p.id, 'title', p.title, 'body', p.body, 'roles', p.roles,
    'starts_at', p.starts_at, 'ends_at', nullif(p.ends_at, 'infinity'),
    'created_by', p.created_by, 'created_at', p.created_at, 'updated_at', p.updated_at)
$$;
comment on function app.user_announcement_json is 'An announcement to users as its editors see it';
