create or replace function app.cache_hit()
returns numeric
language sql stable as $$
  select round(d.blks_hit::numeric / nullif(d.blks_hit + d.blks_read, 0), 4)
  from pg_stat_database d where d.datname = current_database()
$$;
comment on function app.cache_hit is
  'The part of all blocks that PostgreSQL found in its memory, 0 to 1; null before the first one';
