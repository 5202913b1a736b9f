create or replace function app.form_counts_add(p_counts jsonb, p_more jsonb)
returns jsonb
language sql immutable as $$
  select json_object_agg(n.name, n.number)::jsonb from (
    select s.name, sum(s.number) as number from (
      select key as name, value::bigint as number from jsonb_each_text(p_counts)
      union all
      select case when m.key like 'source:%' and not p_counts ? m.key and 30 <= (
          select count(*) from jsonb_object_keys(p_counts) k where k like 'source:%')
        then 'source:other' else m.key end, m.value::bigint
      from jsonb_each_text(p_more) m) s
    group by s.name) n
$$;
comment on function app.form_counts_add is
  'The sum of two rows of app.form_counts.counts: beyond 30 sources, those that are new are counted as other';
