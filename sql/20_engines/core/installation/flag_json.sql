create or replace function app.flag_json(p_flag app.feature_flags, p_overrides jsonb default null)
returns json
language sql stable as $$
  select json_build_object('key', p_flag.key, 'description', p_flag.description,
    'is_enabled', p_flag.is_enabled, 'percentage', p_flag.percentage, 'is_public', p_flag.is_public,
    'overrides', coalesce(p_overrides->p_flag.key, '{"on": 0, "off": 0}'),
    'created_at', p_flag.created_at, 'updated_at', p_flag.updated_at)
$$;
comment on function app.flag_json is
  'A feature flag as /admin shows it; p_overrides are those of auth.flag_overrides';
