create or replace function app.object_bytes()
returns bigint
language sql stable as $$
  select coalesce((
    select round(pg_relation_size(c.oid) / c.reltuples) from pg_class c
    where c.oid = 'app.objects'::regclass and c.reltuples > 0), 0)::bigint
$$;
comment on function app.object_bytes is
  'How many bytes an object of any tenant takes on average, without its index; 0 until it is known';
