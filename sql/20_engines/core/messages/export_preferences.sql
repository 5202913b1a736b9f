create or replace function app.export_preferences(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('channel', p.channel, 'enabled', p.is_enabled,
    'categories', p.categories) order by p.channel), '[]')
  from app.notification_preferences p where p.tenant_id = p_tenant and p.user_id = p_user_id
$$;
comment on function app.export_preferences is
  'Returns a user''s notification preferences, for the export of their data';
