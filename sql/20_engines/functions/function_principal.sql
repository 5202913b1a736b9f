create or replace function app.function_principal(p_function_id text)
returns jsonb
language sql stable as $$
  select p || jsonb_build_object(
    'causation_depth', coalesce((p->>'causation_depth')::integer, 0) + 1,
    'by', jsonb_build_object('type', 'function', 'id', p_function_id))
  from app.principal() p
$$;
comment on function app.function_principal is
  'As whom a function acts that is run for the present principal: that very one, a step further in the chain';
