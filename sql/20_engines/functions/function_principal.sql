create or replace function app.function_principal(p_function app.functions)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('type', 'function', 'id', p_function.id, 'scopes', p_function.scopes)
$$;
comment on function app.function_principal is
  'As whom a function acts that an event or its schedule has started: itself, with the scopes of '
  'who wrote its code, so that nobody gets more by writing one';
