create or replace function worker.database_size()
returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  return pg_database_size(current_database());
end $$;
comment on function worker.database_size is
  'The bytes of this database on its disk. It looks at each file, so it is asked once a minute at most';
