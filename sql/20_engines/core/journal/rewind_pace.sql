create or replace function app.rewind_pace(p_elapsed interval)
returns bigint
language sql immutable as $$
  select greatest(0, ceil(131072 * extract(epoch from p_elapsed)))::bigint
$$;
comment on function app.rewind_pace is
  'More transaction numbers than any PostgreSQL hands out in a time: 131,072 a second';
