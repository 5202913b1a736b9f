create or replace function gateway.sql_login(tenant text, verifier text)
returns void
language plpgsql volatile as $$
begin
  perform logins.ensure(tenant, verifier);
end $$;
comment on function gateway.sql_login is
  'Lets a tenant''s own login in with this password (a SCRAM verifier); made when there is none';
