create or replace function app.actions_named(p_actions jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(jsonb_build_object('key', 'step_' || a.position, 'on_error', 'stop')
    || a.action order by a.position)::jsonb, '[]')
  from jsonb_array_elements(p_actions) with ordinality a(action, position)
$$;
comment on function app.actions_named is
  'Actions with what they leave out: the key step_<n>, and on_error stop';
