create or replace function app.preference_json(p_preference app.notification_preferences)
returns json
language sql stable as $$
  select case when p_preference.channel is not null then json_build_object(
    'channel', p_preference.channel, 'enabled', p_preference.is_enabled,
    'categories', p_preference.categories) end
$$;
comment on function app.preference_json is
  'A notification preference as the API shows it; null for none';
