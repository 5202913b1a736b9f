create or replace function app.counts_add(p_counts jsonb, p_more jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  if p_more is null then return p_counts; end if;
  if p_counts is null then return p_more; end if;
  return (
    select json_object_agg(n.name, n.number)::jsonb from (
      select e.name, sum(e.number::bigint) as number from (
        select * from jsonb_each(p_counts) a(name, number)
        union all
        select * from jsonb_each(p_more) b(name, number)) e
      group by e.name) n);
end $$;
comment on function app.counts_add is
  'Adds up two maps of numbers, {<name>: n}; null counts as empty';
