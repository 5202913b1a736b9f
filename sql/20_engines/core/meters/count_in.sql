create or replace function app.count_in(p_counts jsonb, p_name text)
returns bigint
language sql immutable as $$
  select coalesce((p_counts->>p_name)::bigint, 0)
$$;
comment on function app.count_in is 'One number of a map of numbers, 0 when it has none of this name';
