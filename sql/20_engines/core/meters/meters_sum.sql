create or replace function app.meters_sum(p_rows app.meters[])
returns app.meters
language plpgsql stable as $$
declare v_sum app.meters;
begin
  if cardinality(p_rows) = 1 then return p_rows[1]; end if;
  -- One statement for all maps: each reading of the rows takes as long as what it adds up.
  select json_object_agg(n.name, n.number) filter (where n.part = 1)::jsonb,
    json_object_agg(n.name, n.number) filter (where n.part = 2)::jsonb,
    json_object_agg(n.name, n.number) filter (where n.part = 3)::jsonb,
    json_object_agg(n.name, n.number) filter (where n.part = 4)::jsonb,
    array_agg(n.number::bigint order by n.name::integer) filter (where n.part = 5)
  into v_sum.operations, v_sum.statuses, v_sum.durations, v_sum.types, v_sum.latencies
  from (
    select e.part, e.name, sum(e.number) as number
    from unnest(p_rows) m cross join lateral (
      select 1 as part, o.key collate "C" as name, o.value::bigint as number
      from jsonb_each(m.operations) o
      union all
      select 2, s.key, s.value::bigint from jsonb_each(m.statuses) s
      union all
      select 3, d.key, d.value::bigint from jsonb_each(m.durations) d
      union all
      select 4, t.key, t.value::bigint from jsonb_each(m.types) t
      union all
      select 5, l.step::text, l.number from unnest(m.latencies) with ordinality l(number, step)) e
    group by e.part, e.name) n;
  select coalesce(sum(m.calls), 0), coalesce(sum(m.events), 0) into v_sum.calls, v_sum.events
  from unnest(p_rows) m;
  return v_sum;
end $$;
comment on function app.meters_sum is 'Adds up several meters';
