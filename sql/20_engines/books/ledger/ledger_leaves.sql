create or replace function app.ledger_leaves(p_account app.ledger_accounts)
returns text[]
language plpgsql stable as $$
declare
  v_all text[] := array[p_account.id];
  v_below text[] := v_all;
begin
  loop
    v_below := array(
      select a.id from app.ledger_accounts a
      where a.tenant_id = p_account.tenant_id and a.parent_id = any (v_below));
    exit when v_below = '{}';
    v_all := v_all || v_below;
  end loop;
  return v_all;
end $$;
comment on function app.ledger_leaves is 'The ids of an account and of all that are below it';
