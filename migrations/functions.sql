-- Takes functions that do more than compute from PUBLIC, so that the logins of tenants (insula_sql) cannot run them even
-- where the check of their statements is fooled: they change settings, wait, lock, notify, write large objects, or run a
-- query that they are given as a text. insula_functions keeps them, and the other roles of Insula are members of it.
-- Run after migrations/roles.sql, at every start. Repeatable; it changes nothing that is already so.
--
-- The functions belong to a superuser, so Insula can do this in the PostgreSQL that it brings along, or where the migrating
-- role is a superuser. Elsewhere a superuser does it once, in the database (`insula doctor` says so):
--   psql --command "set insula.migrator = '<role of DATABASE_URL>'" --file migrations/functions.sql
do $$
declare
  v_migrator text := coalesce(nullif(current_setting('insula.migrator', true), ''), current_user);
  v_functions text;
  v_role text;
begin
  -- On a cluster SQL of tenants is refused: see roles.sql.
  if exists (select 1 from pg_extension where extname = 'citus') then return; end if;
  if to_regrole('insula_functions') is null and (select r.rolsuper from pg_roles r where r.rolname = current_user) then
    create role insula_functions nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
  if to_regrole('insula_functions') is null
     or not pg_has_role('insula_functions', 'USAGE WITH ADMIN OPTION') then
    return;
  end if;
  if not pg_has_role(v_migrator, 'insula_functions', 'USAGE WITH ADMIN OPTION') then
    execute format('grant insula_functions to %I with admin true, inherit true', v_migrator);
  end if;
  foreach v_role in array array['insula_owner', 'insula_api', 'insula_tenant', 'insula_platform',
                                'insula_worker', 'insula_logins'] loop
    if to_regrole(v_role) is not null and not pg_has_role(v_role, 'insula_functions', 'USAGE') then
      execute format('grant insula_functions to %I with inherit true', v_role);
    end if;
  end loop;
  if not (select r.rolsuper from pg_roles r where r.rolname = current_user) then return; end if;
  select string_agg(p.oid::regprocedure::text, ', ') into v_functions
  from pg_proc p
  where p.pronamespace = 'pg_catalog'::regnamespace
    -- Patterns of LIKE and no regular expression, which takes eight times as long, at every start. Read by
    -- src/db/roles.ts, too.
    and p.proname like any (array['set\_config', 'setseed', 'setval', 'nextval', 'currval', 'lastval', 'pg\_sleep%',
      'pg\_notify', 'pg\_advisory\_%', 'pg\_try\_advisory\_%', 'lo\_%', 'loread', 'lowrite', 'query\_to\_xml%',
      'cursor\_to\_xml%', 'table\_to\_xml%', 'schema\_to\_xml%', 'database\_to\_xml%', 'ts\_stat', 'ts\_rewrite',
      'pg\_logical\_emit\_message', 'pg\_export\_snapshot', 'pg\_cancel\_backend', 'pg\_terminate\_backend',
      'txid\_current', 'pg\_current\_xact\_id'])
    and has_function_privilege('public', p.oid, 'EXECUTE');
  if v_functions is not null then
    execute format('grant execute on function %s to insula_functions', v_functions);
    execute format('revoke execute on function %s from public', v_functions);
  end if;
end $$;
