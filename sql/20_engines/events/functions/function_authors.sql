create or replace function app.function_authors(p_function app.functions, p_trigger jsonb)
returns jsonb
language sql immutable as $$
  select app.authors_all(case when p_trigger->>'type' in ('event', 'schedule')
    then p_function.authors else p_function.authors - 'trigger' end)
$$;
comment on function app.function_authors is
  'Returns the users and keys whose rights a run of a function needs besides those of its '
  'starter: [{type, id}], the authors of its code, env and allowed_hosts; if an event or its '
  'schedule starts it, also of its trigger';
