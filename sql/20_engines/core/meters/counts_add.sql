create or replace function app.counts_add(p_counts jsonb, p_more jsonb)
returns jsonb
language sql immutable as $$
  select case when p_more is null or p_more = '{}' then p_counts
    when p_counts is null or p_counts = '{}' then p_more
    else (
      select jsonb_object_agg(n.name, n.number) from (
        select e.name, sum(e.number::bigint) as number from (
          select * from jsonb_each_text(p_counts) a(name, number)
          union all
          select * from jsonb_each_text(p_more) b(name, number)) e
        group by e.name) n) end
$$;
comment on function app.counts_add is
  'The sum of two maps of numbers, {<name>: n}; null is none';
