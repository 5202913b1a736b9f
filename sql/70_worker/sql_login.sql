create or replace function worker.sql_login(p_tenant text, p_verifier text)
returns boolean
language plpgsql volatile as $$
begin
  if app.node() is not null then
    perform app.fail(403, 'FORBIDDEN',
      'SQL of jobs is not available on a cluster.');
  end if;
  perform logins.ensure(p_tenant, p_verifier);
  return true;
end $$;
comment on function worker.sql_login is
  'Lets a tenant''s own login in with this password (a SCRAM verifier), for SQL of functions and '
  'jobs; creates it if necessary. 403 on a cluster, where a worker does not reach the nodes';
