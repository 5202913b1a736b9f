create or replace function app.platform_caller()
returns text
language sql stable as $$
  select case when app.principal()->>'id' = 'platform' then 'env' else app.principal()->>'id' end
$$;
comment on function app.platform_caller is
  'The id of the platform key that calls. As a principal, PLATFORM_ADMIN_KEY has the id that it had in 1.0';
