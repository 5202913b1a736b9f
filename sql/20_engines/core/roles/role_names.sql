create or replace function app.role_names(p_tenant text)
returns text[]
language sql stable as $$
  select '{owner,admin,user,anonymous}'::text[]
    || array(select r.name::text from app.roles r where r.tenant_id = p_tenant order by r.name)
$$;
comment on function app.role_names is 'The names of all roles of a tenant';
