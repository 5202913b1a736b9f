create or replace function app.period_check(p_ledger app.ledgers, p_period app.ledger_periods)
returns void
language plpgsql stable as $$
declare
  v_other text;
  v_done text;
begin
  if p_period.to_day < p_period.from_day then
    perform app.invalid('to', 'too_early', 'must not be before from');
  elsif app.fiscal_year(p_ledger.fiscal_year_start, p_period.from_day) <> app.fiscal_year(p_ledger.fiscal_year_start, p_period.to_day) then
    perform app.invalid('to', 'other_year', 'must be in the fiscal year in which from is');
  end if;
  v_done := app.ledger_open_check(p_ledger, p_period.from_day, '');
  select p.id into v_other from app.ledger_periods p
  where p.tenant_id = p_ledger.tenant_id and p.from_day <= p_period.to_day and p.to_day >= p_period.from_day limit 1;
  if found then
    perform app.fail(409, 'ALREADY_EXISTS', 'Another period has some of these days.', jsonb_build_object('id', v_other));
  elsif (select count(*) from app.ledger_periods p where p.tenant_id = p_ledger.tenant_id) >= 1000 then
    perform app.fail(409, 'INVALID_STATE', 'A tenant has at most 1,000 periods.');
  end if;
end $$;
comment on function app.period_check is
  'Refuses a new period that crosses fiscal years, begins on a closed day or overlaps with another one';
