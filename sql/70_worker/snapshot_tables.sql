create or replace function worker.snapshot_tables()
returns table (name text, columns text[], key text[], written text[], is_schema boolean)
language sql stable as $$
  select r.table_name, c.columns, coalesce(k.key, '{}'), c.written, coalesce((r.rule->>'schema')::boolean, false)
  from app.registry_tables() r
  join pg_catalog.pg_class t on t.relnamespace = 'app'::regnamespace and t.relname = r.table_name
  cross join lateral (
    select array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(case
        when r.rule->'written' ? a.attname::text then r.rule->'written'->>a.attname
        when a.atttypid = 'bytea'::regtype then format('replace(encode(t.%I, ''base64''), e''\n'', '''')', a.attname)
        when a.atttypid = 'bigint'::regtype then format(
          'case when t.%1$I between -9007199254740991 and 9007199254740991 then to_json(t.%1$I) else to_json(t.%1$I::text) end',
          a.attname)
        -- As it was written, with its line breaks.
        when a.atttypid = 'json'::regtype then format('translate(t.%I::text, e''\n\r'', ''  '')::json', a.attname)
        else format('t.%I', a.attname) end order by a.attnum) as written
    from pg_catalog.pg_attribute a
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> 'tenant_id' and not coalesce(r.rule->'installation' ? a.attname::text, false)) c
  left join lateral (
    select array_agg(a.attname::text order by p.place) as key
    from pg_catalog.pg_constraint p_key
    cross join lateral unnest(p_key.conkey) with ordinality p(attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = p.attnum
    where p_key.conrelid = t.oid and p_key.contype = 'p' and a.attname <> 'tenant_id') k on true
  where r.rule->>'snapshot' = 'in'
  order by r.table_name = 'journal', r.depth, r.table_name collate "C"
$$;
comment on function worker.snapshot_tables is
  'The tables of a snapshot, each after those that it refers to and the journal last: their columns, their key without '
  'tenant_id, how each column is written as JSON of a row t, and whether a snapshot without data has them';
