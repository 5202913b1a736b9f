create or replace function app.chart_tax_rates(p_chart jsonb)
returns jsonb
language sql immutable as $$
  select to_jsonb(array(
    select '{"is_compound": false, "account_id": null, "input_account_id": null, "exemption_reason": null}'::jsonb || r
    from jsonb_array_elements(p_chart->'tax_rates') r))
$$;
comment on function app.chart_tax_rates is 'The tax rates of a chart as bodies of POST /v1/accounting/tax-rates, accounts by code';
