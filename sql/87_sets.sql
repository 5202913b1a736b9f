-- Functions that answer rows of tables and are inlined into the statement that calls them, which spares
-- one PostgreSQL from keeping rows in between, and from making what the caller does not ask for. A cluster
-- of Citus takes such a statement for one without tables and answers no rows at all; a setting keeps a
-- function whole.
do $$
declare
  v_search_path constant text :=
    case when exists (select 1 from pg_extension where extname = 'citus')
      then 'set search_path = ''''' else 'reset search_path' end;
begin
  execute 'alter function app.objects_matching ' || v_search_path;
  execute 'alter function app.index_keys ' || v_search_path;
  execute 'alter function app.system_roles ' || v_search_path;
end $$;
