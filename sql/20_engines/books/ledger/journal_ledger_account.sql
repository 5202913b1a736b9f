create or replace function app.journal_ledger_account(
  p_ledger app.ledgers, p_event text, p_old json, p_new json)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.journal_write(p_ledger.tenant_id, p_event, 'ledger_account', coalesce(p_new, p_old)->>'id', p_new, p_old);
end $$;
comment on function app.journal_ledger_account is
  'A row of the journal for an account, as it was (null when created) and as it is (null when deleted)';
