create or replace function app.owners_lock(p_tenant text)
returns void
language sql volatile as $$
  select 1 from app.users u where u.tenant_id = p_tenant and u.role = 'owner'
  order by u.id for no key update
$$;
comment on function app.owners_lock is
  'Locks the owners of a tenant, in one order: before one of them is changed, so that two do not '
  'leave at once';
