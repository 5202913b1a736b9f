create or replace function api.period_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_periods := app.period_find(tenant, args->>'period_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.status = 'closed' then
    perform app.fail(409, 'INVALID_STATE', 'This period is closed. Reopen it first.', '{"status": "closed"}');
  end if;
  v_done := app.journal_period(v_ledger, 'period.deleted', v_old, null);
  delete from app.ledger_periods p where p.tenant_id = tenant and p.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.period_delete is 'Delete an open period';
