create or replace function auth.admit(p_tenant text, p_credential jsonb)
returns jsonb
language sql as $$
  select case when p_credential ? 'session' then auth.authenticate_user(p_tenant, p_credential)
    else auth.authenticate(p_tenant, p_credential) end
$$;
comment on function auth.admit is
  'Authenticates the caller of a tenant: returns the principal, or raises 401 or 403. PostgreSQL puts the expression in its place';
