create or replace function app.ledger_account_level(p_account app.ledger_accounts)
returns integer
language plpgsql stable as $$
declare
  v_level integer := 1;
  v_parent text := p_account.parent_id;
begin
  while v_parent is not null and v_level < 10 loop
    v_level := v_level + 1;
    select a.parent_id into v_parent from app.ledger_accounts a
    where a.tenant_id = p_account.tenant_id and a.id = v_parent;
  end loop;
  return v_level;
end $$;
comment on function app.ledger_account_level is 'How deep an account is in the tree: 1 for one without a parent';
