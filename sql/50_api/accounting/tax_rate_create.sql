create or replace function api.tax_rate_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.tax_rate_json(app.tax_rate_add(app.ledger_lock(tenant), args));
end $$;
comment on function api.tax_rate_create is 'Create a tax rate';
