create or replace function worker.staging_addresses(p_tenant text, p_addresses text[])
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select a.address from app.tenant_addresses a where a.address = any (p_addresses) and a.tenant_id <> p_tenant);
end $$;
comment on function worker.staging_addresses is
  'Which of these addresses lead to another tenant than the one that is being loaded';
