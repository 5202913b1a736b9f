create or replace function app.announcement_json(p_announcement app.announcements)
returns json
language sql stable as $$
  select json_build_object('id', p_announcement.id, 'title', p_announcement.title,
    'body', p_announcement.body, 'level', p_announcement.level,
    'starts_at', p_announcement.starts_at, 'ends_at', nullif(p_announcement.ends_at, 'infinity'),
    'created_at', p_announcement.created_at, 'updated_at', p_announcement.updated_at)
$$;
comment on function app.announcement_json is 'An announcement as the API shows it';
