create or replace function api.tax_rate_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return (
    select app.listed(json_agg(app.tax_rate_json(row(t.*)::app.ledger_tax_rates) order by t.code), count(*))
    from app.ledger_tax_rates t
    where t.tenant_id = tenant);
end $$;
comment on function api.tax_rate_list is 'List the tax rates, in order of their codes';
