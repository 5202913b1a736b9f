create or replace function api.period_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_now timestamptz := clock_timestamp();
  v_new app.ledger_periods := row(tenant, app.new_id('per'), args->>'name', (args->>'from')::date, (args->>'to')::date,
    'open', null, null, v_now, v_now)::app.ledger_periods;
  v_done text;
begin
  v_done := app.period_check(v_ledger, v_new);
  insert into app.ledger_periods (tenant_id, id, name, from_day, to_day, status, created_at, updated_at)
  values (v_new.tenant_id, v_new.id, v_new.name, v_new.from_day, v_new.to_day, v_new.status, v_now, v_now);
  v_done := app.journal_period(v_ledger, 'period.created', null, v_new);
  return app.period_json(v_ledger, v_new);
end $$;
comment on function api.period_create is 'Create a period';
