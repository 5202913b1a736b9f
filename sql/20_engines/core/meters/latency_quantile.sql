create or replace function app.latency_quantile(p_latencies bigint[], p_part numeric)
returns numeric
language plpgsql immutable as $$
declare
  v_bounds constant bigint[] := app.latency_bounds();
  v_wanted numeric := p_part * (select sum(n) from unnest(p_latencies) n);
  v_before bigint := 0;
  v_from bigint;
begin
  if coalesce(v_wanted, 0) = 0 then return null; end if;
  for i in 1 .. cardinality(p_latencies) loop
    if v_before + p_latencies[i] >= v_wanted then
      v_from := coalesce(v_bounds[i - 1], 0);
      -- As if the calls of a step were spread evenly over it; the last one has no end.
      return round(v_from + (coalesce(v_bounds[i], v_from) - v_from)
        * (v_wanted - v_before) / p_latencies[i], 2);
    end if;
    v_before := v_before + p_latencies[i];
  end loop;
end $$;
comment on function app.latency_quantile is
  'How many milliseconds the given part of the calls took at most (0.95), as far as the steps of '
  'app.latency_bounds tell; null without calls';
