create or replace function app.backfills()
returns text[]
language sql immutable as $$
  select '{storage_usage}'::text[]
$$;
comment on function app.backfills is
  'The backfills of this release by their names. storage_usage: counts the stored bytes of a tenant again, for its quota and its bills';
