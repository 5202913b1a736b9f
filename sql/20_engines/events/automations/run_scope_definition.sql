create or replace function app.run_scope_definition()
returns jsonb
language sql immutable as $$
  select '{"trigger": {"type": "json"}, "steps": {"type": "json"}, "variables": {"type": "json"}}'
    ::jsonb
$$;
comment on function app.run_scope_definition is
  'Returns the fields that the conditions of actions may use, for app.json_filter';
