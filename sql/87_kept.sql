-- Whether statements are kept per tenant (app.kept): on a cluster of Citus, which plans each execution of one that names the
-- tenant by a parameter. One PostgreSQL keeps those.
do $$
begin
  execute format('create or replace function app.keeps_statements() returns boolean language sql immutable as %L',
    'select ' || exists (select 1 from pg_extension where extname = 'citus')::text);
end $$;
comment on function app.keeps_statements is
  'Whether statements are kept per tenant (app.kept): on a cluster. A constant, which takes no time';
