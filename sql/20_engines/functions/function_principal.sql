create or replace function app.function_principal(p_function_id text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('type', 'function', 'id', p_function_id, 'scopes', array['*'])
$$;
comment on function app.function_principal is
  'As whom a function acts that an event or its schedule has started';
