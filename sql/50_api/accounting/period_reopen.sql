create or replace function api.period_reopen(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_periods := app.period_find(tenant, args->>'period_id');
  v_new app.ledger_periods;
  v_now timestamptz := clock_timestamp();
  v_before date;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.status = 'open' or v_old.to_day <> v_ledger.closed_through then
    perform app.fail(409, 'INVALID_STATE', case when v_old.status = 'open' then 'This period is open.'
      else 'A later period is closed. Only the latest closed period can be reopened.' end,
      jsonb_build_object('status', v_old.status));
  end if;
  v_before := (select max(p.to_day) from app.ledger_periods p
    where p.tenant_id = tenant and p.status = 'closed' and p.id <> v_old.id);
  update app.ledger_periods p set status = 'open', closed_at = null, closed_by = null, updated_at = v_now
  where p.tenant_id = tenant and p.id = v_old.id returning * into v_new;
  update app.ledgers l set closed_through = v_before where l.tenant_id = tenant;
  v_done := app.journal_period(v_ledger, 'period.reopened', v_old, v_new, jsonb_build_object('reason', args->'reason'));
  return app.period_json(v_ledger, v_new);
end $$;
comment on function api.period_reopen is 'Reopen the latest closed period';
