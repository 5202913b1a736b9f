create or replace function api.chart_apply(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_chart jsonb := app.charts()->(args->>'chart');
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_before json := app.accounting_settings_json(v_ledger);
  v_account jsonb;
  v_created integer := 0;
  v_existing integer := 0;
  v_rate jsonb;
  v_rates integer := 0;
  v_made app.ledger_accounts;
  v_done text;
begin
  if v_chart is null then perform app.not_found('chart', args->>'chart'); end if;
  if not v_ledger.is_posted then v_ledger.base_currency := v_chart->>'base_currency'; end if;
  for v_account in select a from jsonb_array_elements(app.chart_accounts(v_chart)) with ordinality t(a, n) order by t.n loop
    perform from app.ledger_accounts a where a.tenant_id = tenant and a.code = v_account->>'code';
    if found then
      v_existing := v_existing + 1;
    else
      v_made := app.ledger_account_add(v_ledger, v_account);
      v_created := v_created + 1;
    end if;
  end loop;
  for v_rate in select r from jsonb_array_elements(app.chart_tax_rates(v_chart)) with ordinality t(r, n) order by t.n loop
    perform from app.ledger_tax_rates t where t.tenant_id = tenant and t.code = v_rate->>'code';
    continue when found;
    v_done := app.tax_rate_add(v_ledger, app.chart_tax_rate_fit(tenant, v_rate));
    v_rates := v_rates + 1;
  end loop;
  v_ledger := app.chart_settings(v_ledger, v_chart->'settings');
  return json_build_object('accounts_created', v_created, 'accounts_existing', v_existing, 'tax_rates_created', v_rates,
    'settings', app.accounting_settings_save(v_ledger, v_before, case when v_created + v_rates > 0
      then jsonb_build_object('chart', args->'chart', 'accounts_created', v_created, 'accounts_existing', v_existing,
        'tax_rates_created', v_rates)
      else '{}' end));
end $$;
comment on function api.chart_apply is 'Add the accounts and tax rates of a chart that are missing';
