create or replace function api.chart_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return (
    select app.listed(json_agg(json_build_object('name', c.key, 'description', c.value->'description',
      'base_currency', c.value->'base_currency', 'accounts', app.chart_accounts(c.value),
      'tax_rates', app.chart_tax_rates(c.value)) order by c.key), count(*))
    from jsonb_each(app.charts()) c);
end $$;
comment on function api.chart_list is 'List the charts of accounts';
