-- The roles of Insula and what they may do in this database. Run before the migrations, at every
-- start, by the connecting role, which needs CREATEROLE and owns the database (or is a superuser).
-- Repeatable; it changes nothing that is already so. Roles belong to the whole cluster, hence every
-- creation is guarded.
do $$
declare
  v_role record;
begin
  for v_role in
    select * from (values
      -- Owns every schema, table and function. Migrating is done with `role=insula_owner`.
      ('insula_owner', 'login'),
      -- What the API process connects as. It may call gateway.* and become the two roles below,
      -- nothing else.
      ('insula_api', 'login noinherit'),
      -- What a tenant's request runs as; bound by row-level security.
      ('insula_tenant', 'login'),
      -- What a platform operator's request runs as.
      ('insula_platform', 'login'),
      -- What the background worker connects as.
      ('insula_worker', 'login')
    ) as roles (name, attributes)
  loop
    if to_regrole(v_role.name) is null then
      execute format('create role %I %s nosuperuser nocreatedb nocreaterole nobypassrls',
        v_role.name, v_role.attributes);
    -- The nodes of a cluster connect to each other under the role that runs a statement, so each may log
    -- in. Only insula_api and insula_worker have a password; as the others, nobody gets past pg_hba.conf
    -- unless it trusts without one.
    elsif not (select r.rolcanlogin from pg_roles r where r.rolname = v_role.name) then
      execute format('alter role %I login', v_role.name);
    end if;
  end loop;
end $$;

-- Who may become whom. The API becomes a tenant or the platform by its own decision (SET), never by
-- itself (INHERIT).
do $$
begin
  if exists (select from pg_roles where rolname like 'insula\_%' and rolname <> current_user
             and rolname in ('insula_owner', 'insula_api', 'insula_tenant', 'insula_platform',
                             'insula_worker')
             and (rolsuper or rolbypassrls)) then
    raise exception 'a role of Insula is a superuser or bypasses row-level security'
      using hint = 'Row-level security would not hold. alter role <name> nosuperuser nobypassrls;';
  end if;
  if not pg_has_role('insula_api', 'insula_tenant', 'SET') then
    grant insula_tenant to insula_api with inherit false, set true;
  end if;
  -- What automations and functions do, the worker does as what a tenant's request runs as.
  if not pg_has_role('insula_worker', 'insula_tenant', 'SET') then
    grant insula_tenant to insula_worker with inherit false, set true;
  end if;
  if not pg_has_role('insula_api', 'insula_platform', 'SET') then
    grant insula_platform to insula_api with inherit false, set true;
  end if;
  if not pg_has_role(current_user, 'insula_owner', 'SET') then
    execute format('grant insula_owner to %I with inherit true, set true', current_user);
  end if;
end $$;

-- The database: only Insula's roles connect, nobody makes temporary tables (they could shadow real
-- ones), and insula_owner may create its schemas.
do $$
declare
  v_database text := current_database();
  v_role text;
begin
  if has_database_privilege('public', v_database, 'CONNECT')
     or has_database_privilege('public', v_database, 'TEMPORARY') then
    execute format('revoke connect, temporary on database %I from public', v_database);
  end if;
  foreach v_role in array array['insula_owner', 'insula_api', 'insula_worker', 'insula_tenant',
                                'insula_platform'] loop
    if not has_database_privilege(v_role, v_database, 'CONNECT') then
      execute format('grant connect on database %I to %I', v_database, v_role);
    end if;
  end loop;
  if not has_database_privilege('insula_owner', v_database, 'CREATE') then
    execute format('grant create on database %I to insula_owner', v_database);
  end if;
  if not has_database_privilege('insula_owner', v_database, 'CREATE') then
    raise exception 'role insula_owner may not create schemas in database "%"', v_database
      using hint = format(
        'As the owner of the database run: grant create on database %I to insula_owner;',
        v_database);
  end if;
  if has_schema_privilege('public', 'public', 'USAGE') then
    revoke all on schema public from public;
  end if;
end $$;

-- Settings of the roles in this database rather than of connections, which other nodes of a cluster would not
-- hear of: texts of moments in UTC, nothing looked up along a path, and for requests the plans that their
-- statements are written for, by the keys' indexes and row by row.
do $$
declare
  v_wanted record;
  v_is_cluster boolean := exists (select 1 from pg_extension where extname = 'citus');
begin
  for v_wanted in
    select r.role, s.name, s.value
    from (values
      ('timezone', 'UTC'), ('jit', 'off'), ('search_path', ''), ('enable_seqscan', 'off'),
      ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('enable_material', 'off'),
      ('enable_memoize', 'off'),
      -- Planned once per connection: planning again took 350 of a create's 510 microseconds, and young
      -- statistics mislead no plan. On a cluster a generic plan keeps a call from its node, and each
      -- execution of one on a node keeps another plan in memory (Citus 14.0.1): 80 kB a call.
      ('plan_cache_mode', case when v_is_cluster then 'force_custom_plan' else 'force_generic_plan' end),
      -- A write waits so long where its tenant is being moved, and is refused then: 503.
      ('lock_timeout', case when v_is_cluster then '2s' end),
      -- What looks at several tenants asks a node over one connection, however busy the node is: for each that
      -- takes longer than 10 ms it would open another, which makes it busier.
      ('citus.max_adaptive_executor_pool_size', case when v_is_cluster then '1' end)) s(name, value)
    cross join (values ('insula_api'), ('insula_tenant'), ('insula_platform'), ('insula_worker')) r(role)
    where r.role <> 'insula_worker' or s.name in ('timezone', 'jit')
      or (s.name in ('plan_cache_mode', 'citus.max_adaptive_executor_pool_size') and v_is_cluster)
  loop
    if v_wanted.value is distinct from (
      select trim(both '"' from substr(c, length(v_wanted.name) + 2))
      from pg_db_role_setting s cross join unnest(s.setconfig) c
      where s.setdatabase = (select d.oid from pg_database d where d.datname = current_database())
        and s.setrole = to_regrole(v_wanted.role)
        and starts_with(lower(c), v_wanted.name || '=')) then
      execute format('alter role %I in database %I ', v_wanted.role, current_database())
        || case when v_wanted.value is null then format('reset %I', v_wanted.name)
          else format('set %I = %L', v_wanted.name, v_wanted.value) end;
    end if;
  end loop;
end $$;

-- Logins of tenants, for SQL of their own: each tenant that asks has one, insula_<tenant id>. insula_sql is what
-- they have in common, their rights and nothing else. insula_logins makes and drops them and can do nothing else: not even
-- insula_owner may create roles.
do $$
declare
  v_version constant text := 'Logins of tenants, 4'
    || case when exists (select 1 from pg_extension where extname = 'citus') then ', on a cluster' else '' end;
begin
  if to_regrole('insula_sql') is null then
    create role insula_sql nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
  if to_regrole('insula_logins') is null then
    create role insula_logins nologin nosuperuser nocreatedb createrole nobypassrls;
  end if;
  if not pg_has_role('insula_logins', 'insula_sql', 'USAGE WITH ADMIN OPTION') then
    grant insula_sql to insula_logins with admin true, inherit true, set false;
  end if;
  -- To replace the passwords of the two with ENCRYPTION_KEY. Where another role has made them, that role may grant it.
  if pg_has_role(current_user, 'insula_api', 'MEMBER WITH ADMIN OPTION')
     and pg_has_role(current_user, 'insula_worker', 'MEMBER WITH ADMIN OPTION')
     and not pg_has_role('insula_logins', 'insula_api', 'MEMBER WITH ADMIN OPTION') then
    grant insula_api, insula_worker to insula_logins with admin true, inherit false, set false;
  end if;
  -- To make the functions below as it, and for a restore to make what it owns.
  if (obj_description(to_regnamespace('logins'), 'pg_namespace') is distinct from v_version
      or not has_schema_privilege('insula_api', to_regnamespace('logins')::oid, 'USAGE'))
     and not pg_has_role(current_user, 'insula_logins', 'SET') then
    execute format('grant insula_logins to %I with inherit true, set true', current_user);
  end if;
  if not has_database_privilege('insula_sql', current_database(), 'CONNECT') then
    execute format('grant connect on database %I to insula_sql', current_database());
  end if;
  -- A setting of superusers: on a server that gives us none, temporary files are bounded by the time alone.
  if (select r.rolsuper from pg_roles r where r.rolname = current_user)
     and not has_parameter_privilege('insula_logins', 'temp_file_limit', 'SET') then
    grant set on parameter temp_file_limit to insula_logins;
  end if;
  -- Where a dump is about to be restored it comes with that.
  if to_regnamespace('logins') is null
     and coalesce(current_setting('insula.roles_alone', true), '') <> 'on' then
    create schema logins authorization insula_logins;
  end if;
end $$;

-- Made again where the number in the comment of the schema is another one: change it with the functions. So are their rights
-- where a dump was restored without rights.
do $$
declare
  v_is_cluster constant boolean := exists (select 1 from pg_extension where extname = 'citus');
  v_version constant text :=
    'Logins of tenants, 4' || case when v_is_cluster then ', on a cluster' else '' end;
begin
  if to_regnamespace('logins') is null
     or obj_description(to_regnamespace('logins'), 'pg_namespace') = v_version
        and has_schema_privilege('insula_api', to_regnamespace('logins')::oid, 'USAGE') then
    return;
  end if;
  -- Nodes of a cluster are told of functions as the role that makes them, and insula_logins may not log in.
  if not v_is_cluster then set local role insula_logins; end if;

  create or replace function logins.ensure(p_tenant text, p_verifier text)
  returns void
  language plpgsql volatile security definer set search_path = '' as $f$
  declare v_login text := 'insula_' || p_tenant;
  begin
    if p_tenant !~ '^ten_[0-9a-f]{32}$'
       or p_verifier !~ '^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=:]+$' then
      raise exception 'not a tenant, or not a verifier';
    end if;
    -- On a cluster a login is made only on the node of its tenant. Elsewhere these settings mean nothing.
    perform set_config('citus.enable_create_role_propagation', 'off', true),
      set_config('citus.enable_alter_role_propagation', 'off', true),
      set_config('citus.enable_alter_role_set_propagation', 'off', true);
    -- Of two calls at once the second one finds the login.
    perform pg_advisory_xact_lock(hashtextextended('insula logins', 0));
    if to_regrole(v_login) is not null then
      execute format('alter role %I password %L', v_login, p_verifier);
      return;
    end if;
    execute format('create role %I login inherit nosuperuser nocreatedb nocreaterole nobypassrls '
      'noreplication connection limit 8 password %L in role insula_sql', v_login, p_verifier);
    execute format('alter role %I set default_transaction_read_only = on', v_login);
    execute format('alter role %I set statement_timeout = ''5s''', v_login);
    execute format('alter role %I set idle_in_transaction_session_timeout = ''5s''', v_login);
    execute format('alter role %I set client_connection_check_interval = ''500ms''', v_login);
    execute format('alter role %I set work_mem = ''4MB''', v_login);
    execute format('alter role %I set max_parallel_workers_per_gather = 0', v_login);
    execute format('alter role %I set search_path = ''''', v_login);
    execute format('alter role %I set timezone = ''UTC''', v_login);
    execute format('alter role %I set jit = off', v_login);
    execute format('alter role %I set standard_conforming_strings = on', v_login);
    if has_parameter_privilege(current_user, 'temp_file_limit', 'SET') then
      execute format('alter role %I set temp_file_limit = ''64MB''', v_login);
    end if;
  end $f$;
  comment on function logins.ensure is
    'The login of a tenant for SQL of its own, with this password (a SCRAM verifier); made when there is none';

  create or replace function logins.remove(p_tenant text)
  returns void
  language plpgsql volatile security definer set search_path = '' as $f$
  begin
    if p_tenant ~ '^ten_[0-9a-f]{32}$' and to_regrole('insula_' || p_tenant) is not null then
      perform set_config('citus.enable_create_role_propagation', 'off', true);
      execute format('drop role %I', 'insula_' || p_tenant);
    end if;
  end $f$;
  comment on function logins.remove is 'Drops the login of a tenant; nothing where there is none';

  create or replace function logins.rotate(p_note text, p_api text, p_worker text)
  returns void
  language plpgsql volatile security definer set search_path = '' as $f$
  declare v_verifier constant text := '^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=:]+$';
  begin
    if p_note !~ '^ENCRYPTION_KEY [0-9a-f]{16}$' or p_api !~ v_verifier or p_worker !~ v_verifier then
      raise exception 'not a note of a key, or not a verifier';
    end if;
    execute format('alter role insula_api password %L', p_api);
    execute format('alter role insula_worker password %L', p_worker);
    execute format('comment on role insula_api is %L', p_note);
  end $f$;
  comment on function logins.rotate is
    'Gives the logins of the API and the worker the passwords of another ENCRYPTION_KEY (SCRAM verifiers), and notes its fingerprint';

  revoke all on function logins.ensure, logins.remove, logins.rotate from public;
  grant execute on function logins.rotate to insula_owner;
  grant usage on schema logins to insula_api, insula_worker, insula_owner;
  grant execute on function logins.ensure to insula_api, insula_worker;
  grant execute on function logins.remove to insula_worker;
  execute format('comment on schema logins is %L', v_version);
  reset role;
  if v_is_cluster then
    alter function logins.ensure owner to insula_logins;
    alter function logins.remove owner to insula_logins;
    alter function logins.rotate owner to insula_logins;
  end if;
end $$;
