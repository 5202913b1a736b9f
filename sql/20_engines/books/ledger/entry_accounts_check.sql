create or replace function app.entry_accounts_check(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns void
language plpgsql stable as $$
declare
  v_accounts jsonb := app.entry_accounts(p_ledger.tenant_id,
    array(select l->>'account_id' from jsonb_array_elements(p_entry.draft_lines) l));
  v_line jsonb;
  v_account jsonb;
  v_at text;
begin
  for v_line in select l from jsonb_array_elements(p_entry.draft_lines) l loop
    v_account := v_accounts->(v_line->>'account_id');
    v_at := format('%slines[%s].', p_path, (v_line->>'line_no')::integer - 1);
    if v_account is null then
      perform app.ledger_account_missing(v_line->>'account_id', v_at || 'account_id');
    elsif not (v_account->>'is_active')::boolean then
      perform app.fail(409, 'INVALID_STATE', format('The account %s takes no lines, because it is inactive. Activate it: '
        'PATCH with is_active: true.', v_account->>'code'), null, v_at || 'account_id');
    elsif (v_account->>'is_parent')::boolean then
      perform app.fail(409, 'INVALID_STATE', format('The account %s takes no lines, because it has children. Name one of them.',
        v_account->>'code'), null, v_at || 'account_id');
    elsif v_account->>'currency' <> v_line->>'currency' then
      perform app.invalid(v_at || 'currency', 'currency_mismatch',
        format('must be %s, the currency of the account %s', v_account->>'currency', v_account->>'code'));
    end if;
  end loop;
end $$;
comment on function app.entry_accounts_check is
  'Refuses lines of accounts that are gone, inactive or parents, and currencies that an account does not take';
