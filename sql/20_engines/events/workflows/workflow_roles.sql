create or replace function app.workflow_roles(p_tenant text)
returns text[]
language sql stable as $$
  select '{owner,admin,user,anonymous}'::text[]
    || array(select r.name::text from app.roles r where r.tenant_id = p_tenant)
$$;
comment on function app.workflow_roles is 'The names of all roles of a tenant';
