--! Previous: sha1:e859af024655e17543a5f99af359aeade8d6d69d
--! Hash: sha1:a7c3ebb3ce5cef41a54d87063e2b26ad337a0dba
--! Message: tenant_id is text

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- tenant_id is text, not a domain over it: a comparison with a domain is one with a cast, and a planner that has to know
-- which machine a tenant is on sees through columns only. Both are stored alike, so no row is rewritten, and no index
-- except those with a condition or an expression, which PostgreSQL never takes over. The tables are locked meanwhile, all
-- at once, so that no request comes into a deadlock; they wait 8 seconds for each million objects (on two cores). First of
-- all here: whatever held a lock before would hold it while others are waited for.
do $$
declare
  v_tables regclass[] := array(
    select a.attrelid::regclass from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    where c.relnamespace = 'app'::regnamespace and a.attname = 'tenant_id'
      and a.atttypid = 'app.id'::regtype
    order by 1);
  v_policies text[] := array(
    select format('create policy %I on %s to insula_platform, insula_tenant, insula_worker '
      'using (tenant_id = current_setting(''app.tenant_id'')) '
      'with check (tenant_id = current_setting(''app.tenant_id''))', p.polname, p.polrelid::regclass)
    from pg_policy p where p.polname = 'a tenant sees its own rows'
      and p.polrelid = any (v_tables));
  -- Changed one by one: through the journal PostgreSQL would build all indexes of its months again.
  v_months text[] := array(
    select format('partition %s %s', c.oid::regclass, pg_get_expr(c.relpartbound, c.oid))
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.journal'::regclass
    order by pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', c.relname);
  v_month text;
  v_table regclass;
begin
  if v_tables = '{}' then return; end if;
  -- Long enough for most requests to end, and too short for new ones to pile up behind.
  set local lock_timeout = '200ms';
  for v_try in 1 .. 300 loop
    begin
      execute 'lock table ' || array_to_string(v_tables, ', ') || ' in access exclusive mode';
      exit;
    exception when lock_not_available then
      if v_try = 300 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
  set local lock_timeout = 0;
  set local maintenance_work_mem = '256MB';
  set local max_parallel_maintenance_workers = 8;
  foreach v_month in array v_months loop
    v_table := split_part(v_month, ' ', 2);
    execute format('alter table app.journal detach partition %s', v_table);
    v_tables := v_tables || v_table;
  end loop;
  foreach v_table in array v_tables loop
    execute format('drop policy if exists "a tenant sees its own rows" on %s', v_table);
    execute format('alter table %s alter column tenant_id type text collate "C"', v_table);
  end loop;
  foreach v_month in array v_months loop
    execute 'alter table app.journal attach ' || v_month;
  end loop;
  for i in 1 .. cardinality(v_policies) loop execute v_policies[i]; end loop;
end $$;
