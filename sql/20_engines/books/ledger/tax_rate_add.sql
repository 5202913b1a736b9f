create or replace function app.tax_rate_add(p_ledger app.ledgers, args jsonb)
returns app.ledger_tax_rates
language plpgsql volatile as $$
declare
  v_new app.ledger_tax_rates;
  v_done text;
begin
  v_new.tenant_id := p_ledger.tenant_id;
  v_new.is_compound := false;
  v_new.is_active := true;
  v_new := app.tax_rate_merge(v_new, args);
  if (select count(*) from app.ledger_tax_rates t where t.tenant_id = p_ledger.tenant_id) >= 200 then
    perform app.fail(409, 'INVALID_STATE', 'A tenant has at most 200 tax rates.');
  end if;
  v_new.id := app.new_id('tax');
  v_new.created_at := clock_timestamp();
  v_new.updated_at := v_new.created_at;
  insert into app.ledger_tax_rates (
    tenant_id, id, code, name, rate, category, is_compound, account_id, input_account_id,
    exemption_reason, is_active, created_at, updated_at)
  values (
    v_new.tenant_id, v_new.id, v_new.code, v_new.name, v_new.rate, v_new.category,
    v_new.is_compound, v_new.account_id, v_new.input_account_id, v_new.exemption_reason,
    v_new.is_active, v_new.created_at, v_new.updated_at);
  v_done := app.journal_write(p_ledger.tenant_id, 'tax_rate.created', 'tax_rate', v_new.id, app.tax_rate_json(v_new));
  return v_new;
end $$;
comment on function app.tax_rate_add is 'Adds a tax rate under the lock of the books';
