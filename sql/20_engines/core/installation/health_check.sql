create or replace function app.health_check(
  p_name text, p_level text, p_value jsonb, p_message text, p_since timestamptz default null)
returns json
language sql immutable as $$
  select json_build_object('name', p_name, 'ok', p_level = 'ok', 'level', p_level, 'value', p_value,
    'message', p_message, 'since', app.utc(p_since))
$$;
comment on function app.health_check is
  'A check of a tenant''s health {name, ok, level, value, message, since}; the level is ok, warning or critical';
