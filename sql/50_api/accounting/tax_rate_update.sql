create or replace function api.tax_rate_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_tax_rates := app.tax_rate_find(tenant, args->>'tax_rate_id');
  v_new app.ledger_tax_rates;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := app.tax_rate_merge(v_old, args);
  if v_new = v_old then return app.tax_rate_json(v_old); end if;
  v_now := clock_timestamp();
  update app.ledger_tax_rates t set code = v_new.code, name = v_new.name, rate = v_new.rate, category = v_new.category,
    is_compound = v_new.is_compound, account_id = v_new.account_id, input_account_id = v_new.input_account_id,
    exemption_reason = v_new.exemption_reason, is_active = v_new.is_active, updated_at = v_now
  where t.tenant_id = tenant and t.id = v_old.id returning * into v_new;
  v_done := app.journal_write(tenant, 'tax_rate.updated', 'tax_rate', v_new.id, app.tax_rate_json(v_new), app.tax_rate_json(v_old));
  return app.tax_rate_json(v_new);
end $$;
comment on function api.tax_rate_update is 'Change a tax rate';
