create or replace function app.ledger_parent_check(p_account app.ledger_accounts)
returns void
language plpgsql stable as $$
declare
  v_parent app.ledger_accounts := app.ledger_account_find(p_account.tenant_id, p_account.parent_id);
  v_above app.ledger_accounts := v_parent;
  v_level integer := 1;
begin
  if v_parent.type <> p_account.type then
    perform app.invalid('parent_id', 'other_type', format('must be an account of the same type, %s', p_account.type));
  end if;
  loop
    if v_above.id = p_account.id then
      perform app.fail(409, 'INVALID_STATE', 'An account cannot be below itself.', null, 'parent_id');
    end if;
    v_level := v_level + 1;
    exit when v_above.parent_id is null or v_level > 8;
    v_above := app.ledger_account_find(p_account.tenant_id, v_above.parent_id);
  end loop;
  if v_level + app.ledger_account_height(p_account) > 8 then
    perform app.fail(409, 'INVALID_STATE', 'The tree of accounts has at most 8 levels.', null, 'parent_id');
  end if;
  if app.ledger_account_has_lines(v_parent, true) then
    perform app.fail(409, 'INVALID_STATE', format('The account %s has lines, so it cannot have children.', v_parent.code),
      null, 'parent_id');
  elsif v_parent.min_balance is not null then
    perform app.fail(409, 'INVALID_STATE', format('The account %s has a min_balance, so it cannot have children.', v_parent.code),
      null, 'parent_id');
  end if;
end $$;
comment on function app.ledger_parent_check is
  'Refuses a parent of another type, with lines or a min_balance, below the account itself, or too deep';
