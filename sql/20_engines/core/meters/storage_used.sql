create or replace function app.storage_used(p_tenant text)
returns bigint
language sql stable as $$
  select coalesce((select u.bytes from app.storage_usage u where u.tenant_id = p_tenant), 0)
$$;
comment on function app.storage_used is 'How many bytes a tenant''s files take, as its quota counts them';
