create or replace function app.ledger_account_check(
  p_ledger app.ledgers, p_old app.ledger_accounts, p_new app.ledger_accounts)
returns void
language plpgsql stable as $$
declare v_balance numeric;
begin
  if p_old.id is not null
    and (p_new.type, p_new.normal_side, p_new.currency) is distinct from (p_old.type, p_old.normal_side, p_old.currency)
    and app.ledger_account_has_lines(p_old, true) then
    perform app.fail(409, 'INVALID_STATE', 'This account has lines, so its type, normal side and currency stay. '
      'Create another account.');
  end if;
  if p_new.type is distinct from p_old.type and app.ledger_account_is_parent(p_new) then
    perform app.fail(409, 'INVALID_STATE', 'This account has children of its type. Move them first.', null, 'type');
  end if;
  if p_new.parent_id is not null and (p_new.parent_id, p_new.type) is distinct from (p_old.parent_id, p_old.type) then
    perform app.ledger_parent_check(p_new);
  end if;
  if p_old.id is not null and (not p_new.is_active or (p_new.type, p_new.normal_side) is distinct from (p_old.type, p_old.normal_side)) then
    perform app.ledger_default_check(p_ledger, p_old);
  end if;
  if p_new.min_balance is distinct from p_old.min_balance and p_new.min_balance is not null then
    if app.ledger_account_is_parent(p_new) then
      perform app.fail(409, 'INVALID_STATE', 'An account with children has no balance of its own to limit.', null, 'min_balance');
    end if;
    v_balance := app.ledger_account_own_balance(p_ledger, p_new);
    if v_balance < p_new.min_balance then
      perform app.min_balance_refuse(p_ledger, p_new, v_balance, 'min_balance');
    end if;
  end if;
end $$;
comment on function app.ledger_account_check is
  'Refuses what an account cannot become under the lock of the books: p_old is empty when it is created';
