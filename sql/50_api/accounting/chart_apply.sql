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
  v_made app.ledger_accounts;
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
  v_ledger := app.chart_settings(v_ledger, v_chart->'settings');
  return json_build_object('accounts_created', v_created, 'accounts_existing', v_existing,
    'settings', app.accounting_settings_save(v_ledger, v_before, case when v_created > 0
      then jsonb_build_object('chart', args->'chart', 'accounts_created', v_created, 'accounts_existing', v_existing)
      else '{}' end));
end $$;
comment on function api.chart_apply is 'Add the accounts of a chart that are missing';
