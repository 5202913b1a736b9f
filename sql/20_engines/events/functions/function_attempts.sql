create or replace function app.function_attempts(p_run app.function_runs)
returns integer
language sql immutable as $$
  select case when p_run.trigger->>'type' in ('event', 'schedule') then 3 else 1 end
$$;
comment on function app.function_attempts is
  'Returns the number of attempts of a run: 3 if no caller waits for it, else 1';
