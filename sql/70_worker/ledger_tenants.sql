create or replace function worker.ledger_tenants(p_after text, p_limit integer)
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select l.tenant_id from app.ledgers l
    where l.is_posted and l.tenant_id > p_after and exists (
      select 1 from app.tenants t where t.tenant_id = l.tenant_id and t.status in ('active', 'suspended'))
    order by l.tenant_id limit p_limit);
end $$;
comment on function worker.ledger_tenants is 'The next p_limit tenants after p_after in whose books anything is posted';
