create or replace function app.node()
returns text
language plpgsql stable as $$
begin
  if to_regclass('pg_catalog.pg_dist_local_group') is null then return null; end if;
  return (select g.groupid from pg_catalog.pg_dist_local_group g);
end $$;
comment on function app.node is 'Which node of a cluster this PostgreSQL is; null without a cluster';
