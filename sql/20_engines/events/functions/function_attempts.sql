create or replace function app.function_attempts(p_run app.function_runs)
returns integer
language sql immutable as $$
  select case when p_run.trigger->>'type' in ('event', 'schedule') then 3 else 1 end
$$;
comment on function app.function_attempts is
  'How often a run is tried before it has failed: 3 times where nobody waits for it, else once';
