create or replace function platform.tenant_lookup(args jsonb)
returns json
language sql stable as $$
  select auth.tenants_of_email(args->>'email')
$$;
comment on function platform.tenant_lookup is 'Find the tenants that an email belongs to';
