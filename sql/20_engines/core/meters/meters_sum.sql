create or replace function app.meters_sum(p_rows app.meters[])
returns app.meters
language plpgsql stable as $$
declare v_sum app.meters;
begin
  select coalesce(sum(m.calls), 0), coalesce(sum(m.events), 0) into v_sum.calls, v_sum.events
  from unnest(p_rows) m;
  v_sum.operations := (
    select jsonb_object_agg(n.name, n.number) from (
      select e.name, sum(e.number::bigint) as number
      from unnest(p_rows) m, jsonb_each(m.operations) e(name, number) group by e.name) n);
  v_sum.statuses := (
    select jsonb_object_agg(n.name, n.number) from (
      select e.name, sum(e.number::bigint) as number
      from unnest(p_rows) m, jsonb_each(m.statuses) e(name, number) group by e.name) n);
  v_sum.durations := (
    select jsonb_object_agg(n.name, n.number) from (
      select e.name, sum(e.number::bigint) as number
      from unnest(p_rows) m, jsonb_each(m.durations) e(name, number) group by e.name) n);
  v_sum.types := (
    select jsonb_object_agg(n.name, n.number) from (
      select e.name, sum(e.number::bigint) as number
      from unnest(p_rows) m, jsonb_each(m.types) e(name, number) group by e.name) n);
  v_sum.latencies := (
    select array_agg(n.number order by n.step) from (
      select e.step, sum(e.number)::bigint as number
      from unnest(p_rows) m, unnest(m.latencies) with ordinality e(number, step)
      group by e.step) n);
  return v_sum;
end $$;
comment on function app.meters_sum is 'What several meters have counted together';
