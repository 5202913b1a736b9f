create or replace function worker.tenant_tables()
returns regclass[]
language sql stable as $$
  with recursive tables as (
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
      -- A tombstone, the log with its seals, who must not come back from backups that are kept, and directories (app.directories_clear), by their names:
      -- other nodes of a cluster do not know the comments that say which these are.
      and c.relname not in ('tenants', 'journal', 'journal_seals', 'user_erasures',
        'email_tenants', 'tenant_addresses', 'tenant_hosts', 'tenant_slugs')
      and c.relname !~ '_\d+$'  -- shards
      and exists (
        select 1 from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)),
  -- How far a table stands below those that it refers to; a circle ends where it has gone round.
  below as (
    select t.oid, array[t.oid] as path from tables t
    union all
    select k.conrelid, b.path || k.conrelid
    from below b join pg_catalog.pg_constraint k on k.contype = 'f' and k.confrelid = b.oid
    where k.conrelid <> all (b.path) and k.conrelid in (select t.oid from tables t))
  select array_agg(b.oid::regclass order by b.depth desc, b.oid::regclass::text)
  from (select b.oid, max(cardinality(b.path)) as depth from below b group by b.oid) b
$$;
comment on function worker.tenant_tables is
  'The tables that hold rows of tenants and are emptied after a tenant is deleted, each before those '
  'that its foreign keys refer to';
