create or replace function app.run_scope_definition()
returns jsonb
language sql immutable as $$
  select '{"trigger": {"type": "json"}, "steps": {"type": "json"}, "variables": {"type": "json"}}'
    ::jsonb
$$;
comment on function app.run_scope_definition is
  'What the conditions of actions may ask for, for app.json_filter';
