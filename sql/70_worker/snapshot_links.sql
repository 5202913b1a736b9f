create or replace function worker.snapshot_links()
returns table (name text, objects text[], parents json)
language sql stable as $$
  select r.table_name,
    case when r.table_name = 'objects' then '{id}' else array(
      select c.column_name from app.registry_columns() c
      where c.table_name = r.table_name and c.rule->>'names' = 'object' and not c.rule ? 'as') end,
    coalesce((
      select json_agg(json_build_object('name', f.relname, 'columns', k.columns, 'keys', k.keys))
      from pg_catalog.pg_constraint p_key
      join pg_catalog.pg_class f on f.oid = p_key.confrelid
      cross join lateral (
        select array_agg(a.attname::text order by p.place) as columns, array_agg(b.attname::text order by p.place) as keys
        from unnest(p_key.conkey, p_key.confkey) with ordinality p(attnum, refnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = p_key.conrelid and a.attnum = p.attnum
        join pg_catalog.pg_attribute b on b.attrelid = p_key.confrelid and b.attnum = p.refnum) k
      where p_key.contype = 'f' and p_key.conrelid = t.oid and p_key.confrelid <> t.oid
        and f.relname <> 'tenants'), '[]')
  from app.registry_tables() r
  join pg_catalog.pg_class t on t.relnamespace = 'app'::regnamespace and t.relname = r.table_name
  where r.rule->>'snapshot' = 'in' and not coalesce((r.rule->>'schema')::boolean, false) and r.table_name <> 'journal'
$$;
comment on function worker.snapshot_links is
  'Of each table of a snapshot that holds data: its columns that name an object, and the tables that its foreign keys refer to';
