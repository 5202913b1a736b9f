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
      -- Owns every schema, table and function. Nobody logs in as it; migrating is done with
      -- `role=insula_owner`.
      ('insula_owner', 'login'),
      -- What the API process connects as. It may call gateway.* and become the two roles below,
      -- nothing else.
      ('insula_api', 'login noinherit'),
      -- What a tenant's request runs as; bound by row-level security. NOLOGIN here: Citus, which
      -- opens its connections to other nodes under the current role, needs LOGIN and gets it when
      -- tables are distributed.
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
  foreach v_role in array array['insula_owner', 'insula_api', 'insula_tenant', 'insula_platform', 'insula_worker'] loop
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
