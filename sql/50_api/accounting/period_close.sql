create or replace function api.period_close(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_periods := app.period_find(tenant, args->>'period_id');
  v_new app.ledger_periods;
  v_now timestamptz := clock_timestamp();
  v_caller text := app.books_caller();
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_done := app.period_close_check(v_ledger, v_old, args @> '{"force": true}');
  update app.ledger_periods p set status = 'closed', closed_at = v_now, closed_by = v_caller, updated_at = v_now
  where p.tenant_id = tenant and p.id = v_old.id returning * into v_new;
  update app.ledgers l set closed_through = v_old.to_day where l.tenant_id = tenant;
  v_done := app.journal_period(v_ledger, 'period.closed', v_old, v_new);
  return app.period_json(v_ledger, v_new);
end $$;
comment on function api.period_close is 'Close a period, and every day before its end';
