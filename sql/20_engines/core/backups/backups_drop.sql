create or replace function app.backups_drop(p_tenant text)
returns void
language sql volatile as $$
  delete from app.backups b where b.about_tenant = p_tenant
$$;
comment on function app.backups_drop is
  'Forgets the backups of a tenant that is deleted. One that is being made ends; the worker removes the bytes';
