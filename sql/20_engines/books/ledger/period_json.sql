create or replace function app.period_json(p_ledger app.ledgers, p_period app.ledger_periods)
returns json
language sql stable as $$
  select json_build_object('id', p_period.id, 'name', p_period.name, 'from', p_period.from_day, 'to', p_period.to_day,
    'status', p_period.status, 'fiscal_year', app.fiscal_year(p_ledger.fiscal_year_start, p_period.from_day),
    'is_year_end', app.fiscal_year(p_ledger.fiscal_year_start, p_period.to_day)
      <> app.fiscal_year(p_ledger.fiscal_year_start, p_period.to_day + 1),
    'closed_at', p_period.closed_at, 'closed_by', p_period.closed_by, 'created_at', p_period.created_at,
    'updated_at', p_period.updated_at)
$$;
comment on function app.period_json is 'A period as the API shows it';
