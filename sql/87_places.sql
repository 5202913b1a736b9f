-- Every writer names the place (app.place). The defaults of before, the number of the transaction,
-- go with the
-- functions that relied on them, not in a migration: writes go on in between.
do $$
declare v_column record;
begin
  for v_column in
    select d.adrelid::regclass as of_table, a.attname
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where (d.adrelid, a.attname) in (('app.journal'::regclass, 'xid'),
      ('app.objects'::regclass, 'tx_id'), ('app.imports'::regclass, 'tx_id'))
  loop
    execute format('alter table %s alter column %I drop default', v_column.of_table, v_column.attname);
  end loop;
end $$;
-- This PostgreSQL may be another than the one that the journal was written in: a dump has been restored. In a cluster, a
-- tenant's node finds that out by itself; what was written before there was one, the coordinator has numbered.
do $$
declare v_here text := app.node();
begin
  if v_here is null then
    perform app.places_raise();
  else
    update app.tenants t set place_node = v_here where t.place_node is null;
  end if;
end $$;
