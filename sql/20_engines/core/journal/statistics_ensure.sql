create or replace function app.statistics_ensure()
returns integer
language plpgsql volatile as $$
declare
  v_column record;
  v_set integer := 0;
begin
  -- A cluster refuses to tell its nodes.
  if to_regclass('pg_catalog.pg_dist_partition') is not null then return 0; end if;
  for v_column in
    select distinct c.oid::regclass as relation, a.attname as name,
      -- No index can do without the tenant, so how many there are decides nothing but how cautious a plan is.
      case a.attname when 'tenant_id' then 1 else 10 end as kinds
    from pg_catalog.pg_class c
    join pg_catalog.pg_index i on i.indrelid = c.oid
    cross join generate_series(0, i.indnkeyatts - 1) n
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[n]
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and a.attoptions is null
      and (a.attname = 'tenant_id' or a.attname <> 'id'
        and a.atttypid in ('text'::regtype, 'app.id'::regtype)
        -- The last column of a key tells rows apart; any other may be of as many as a tenant has.
        and (n < i.indnkeyatts - 1 or not i.indisunique))
  loop
    execute format('alter table %s alter column %I set (n_distinct = %s)',
      v_column.relation, v_column.name, v_column.kinds);
    v_set := v_set + 1;
  end loop;
  return v_set;
end $$;
comment on function app.statistics_ensure is
  'Has the planner believe that a tenant owns much of a table, and that any other text before the '
  'end of an index tells some rows from others, whatever the statistics say. Where most tenants '
  'have one row, each index that begins with the tenant would seem as good as the key, and where '
  'all have the same status, an index of it would seem of no use: for a large tenant such a plan '
  'reads everything. Counts from the next ANALYZE on; returns how many columns were new. In a '
  'cluster, statistics decide';
