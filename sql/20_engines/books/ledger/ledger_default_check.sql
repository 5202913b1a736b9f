create or replace function app.ledger_default_check(p_ledger app.ledgers, p_account app.ledger_accounts)
returns void
language plpgsql stable as $$
declare v_place text := app.ledger_default_of(p_ledger, p_account.id);
begin
  if v_place is not null then
    perform app.fail(409, 'INVALID_STATE',
      format('This account is the default for accounts.%s. Choose another there first.', v_place),
      jsonb_build_object('setting', 'accounts.' || v_place));
  end if;
end $$;
comment on function app.ledger_default_check is
  'Refuses a change that would make an account unfit for its place among the default accounts';
