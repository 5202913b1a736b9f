create or replace function app.latency_bounds()
returns bigint[]
language sql immutable as $$
  select '{1,2,3,5,7,10,15,20,30,50,70,100,200,500,1000,2000,5000,15000}'::bigint[]
$$;
comment on function app.latency_bounds is
  'The steps that calls are counted by, as milliseconds that a call of the step takes at most; one '
  'more step has those that took longer. The API process counts by the same (src/tools/metering/latency.ts)';
