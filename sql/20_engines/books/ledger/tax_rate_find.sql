create or replace function app.tax_rate_find(p_tenant text, p_id text)
returns app.ledger_tax_rates
language plpgsql stable as $$
declare v_rate app.ledger_tax_rates;
begin
  select * into v_rate from app.ledger_tax_rates t where t.tenant_id = p_tenant and t.id = p_id;
  if not found then perform app.not_found('tax_rate', p_id); end if;
  return v_rate;
end $$;
comment on function app.tax_rate_find is 'A tax rate by id, or 404';
