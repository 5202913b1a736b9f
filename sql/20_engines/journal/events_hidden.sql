create or replace function app.events_hidden()
returns text[]
language sql stable as $$
  select case
    when s ? '*' then '{}'::text[]
    when s ? 'auth' then '{tenant,governance,branding}'
    else '{tenant,governance,branding,auth_config,key,user,session,mfa,passkey,role}' end
  from (select app.principal()->'scopes') p(s)
$$;
comment on function app.events_hidden is
  'Resource types whose events the caller may not see: those of records that the scope read '
  'does not show';
