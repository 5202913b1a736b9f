create or replace function api.period_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_periods := app.period_find(tenant, args->>'period_id');
  v_new app.ledger_periods;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.name = args->>'name' then return app.period_json(v_ledger, v_old); end if;
  update app.ledger_periods p set name = args->>'name', updated_at = v_now
  where p.tenant_id = tenant and p.id = v_old.id returning * into v_new;
  v_done := app.journal_period(v_ledger, 'period.updated', v_old, v_new);
  return app.period_json(v_ledger, v_new);
end $$;
comment on function api.period_update is 'Rename a period';
