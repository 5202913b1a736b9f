create or replace function app.tax_rate_json(p_rate app.ledger_tax_rates)
returns json
language sql stable as $$
  select json_build_object('id', p_rate.id, 'code', p_rate.code, 'name', p_rate.name, 'rate', trim_scale(p_rate.rate)::text,
    'category', p_rate.category, 'is_compound', p_rate.is_compound, 'account_id', p_rate.account_id,
    'input_account_id', p_rate.input_account_id, 'exemption_reason', p_rate.exemption_reason, 'is_active', p_rate.is_active,
    'created_at', p_rate.created_at, 'updated_at', p_rate.updated_at)
$$;
comment on function app.tax_rate_json is 'A tax rate as the API shows it';
