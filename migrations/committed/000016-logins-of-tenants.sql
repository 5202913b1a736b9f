--! Previous: sha1:5b6094000eda2b330af4c30e6f262f285a620b61
--! Hash: sha1:527084a412365805c1592f0c9aca85bb4bb2010b
--! Message: logins of tenants

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What a tenant's own login sees (POST /v1/sql), by the name that it has logged in with, which no statement can change.
-- Each lock lasts for a change of the catalog, a few milliseconds.
do $$
declare v_table text;
begin
  foreach v_table in array '{objects,object_index,object_types,files,users,associations,journal}'::text[] loop
    execute format('drop policy if exists "a tenant''s own login reads its own rows" on app.%I', v_table);
    execute format('create policy "a tenant''s own login reads its own rows" on app.%I for select to insula_sql '
      'using (tenant_id = substr(session_user::text, 8))', v_table);
  end loop;
end $$;

-- The scope sql. Validated apart from being added, which does not keep anyone from reading or writing.
alter table app.api_keys drop constraint if exists api_keys_scopes_check;
alter table app.api_keys add constraint api_keys_scopes_check check (
  cardinality(scopes) between 1 and 8
  and scopes <@ array['read', 'write', 'schema', 'files', 'auth', 'ai', 'sql', '*']) not valid;
alter table app.api_keys validate constraint api_keys_scopes_check;
