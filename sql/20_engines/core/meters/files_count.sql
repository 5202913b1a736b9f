create or replace function app.files_count(p_tenant text)
returns bigint
language sql stable as $$
  select count(*) from app.files f where f.tenant_id = p_tenant
$$;
comment on function app.files_count is
  'How many files a tenant has, those in the trash and those still to be uploaded too, as they take room';
