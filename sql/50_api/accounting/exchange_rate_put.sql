create or replace function api.exchange_rate_put(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_rate jsonb;
  v_count integer := 0;
  v_done text;
begin
  for v_rate in select r from jsonb_array_elements(args->'rates') with ordinality t(r, n) order by t.n loop
    if app.currency_decimals(v_rate->>'currency') is null then
      perform app.invalid(format('rates[%s].currency', v_count), 'unknown_currency', 'must be a currency of ISO 4217 that is in use, such as USD');
    elsif v_rate->>'currency' = v_ledger.base_currency then
      perform app.invalid(format('rates[%s].currency', v_count), 'in_base_currency', 'must be another currency than the base currency');
    end if;
    v_count := v_count + 1;
    insert into app.ledger_rates (tenant_id, currency, day, rate)
    values (tenant, v_rate->>'currency', (v_rate->>'date')::date, (v_rate->>'rate')::numeric)
    on conflict (tenant_id, currency, day) do update set rate = excluded.rate;
  end loop;
  v_done := app.journal_write(tenant, 'exchange_rates.updated', 'exchange_rates', tenant,
    json_build_object('count', v_count, 'rates', case when v_count <= 100 then args->'rates' end));
  return json_build_object('count', v_count);
end $$;
comment on function api.exchange_rate_put is 'Set exchange rates';
