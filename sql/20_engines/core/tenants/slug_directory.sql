create or replace function app.slug_directory(p_tenant text, p_slug text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  insert into app.tenant_slugs (slug, tenant_id) values (p_slug, p_tenant) on conflict do nothing;
  return exists (
    select 1 from app.tenant_slugs s where s.tenant_id = p_tenant and s.slug = p_slug);
end $$;
comment on function app.slug_directory is
  'Enters the slug of a tenant into the directory of slugs; false when another tenant has it. As its '
  'owner, like app.host_directory';
