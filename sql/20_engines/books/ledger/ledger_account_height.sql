create or replace function app.ledger_account_height(p_account app.ledger_accounts)
returns integer
language plpgsql stable as $$
declare
  v_height integer := 0;
  v_ids text[] := array[p_account.id];
begin
  loop
    v_ids := array(
      select a.id from app.ledger_accounts a
      where a.tenant_id = p_account.tenant_id and a.parent_id = any (v_ids));
    exit when v_ids = '{}' or v_height > 8;
    v_height := v_height + 1;
  end loop;
  return v_height;
end $$;
comment on function app.ledger_account_height is 'How many levels of accounts are below one';
