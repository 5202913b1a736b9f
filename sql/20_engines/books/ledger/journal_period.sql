create or replace function app.journal_period(
  p_ledger app.ledgers, p_event text, p_old app.ledger_periods, p_new app.ledger_periods, p_more jsonb default '{}')
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.journal_write(p_ledger.tenant_id, p_event, 'period', coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then (app.period_json(p_ledger, p_new)::jsonb || p_more)::json end,
    case when p_old.id is not null then app.period_json(p_ledger, p_old) end);
end $$;
comment on function app.journal_period is
  'A row of the journal for a period, from p_old (null when created) to p_new (null when deleted), to which p_more is added';
