create or replace function app.ledger_account_json(p_account app.ledger_accounts, p_base text)
returns json
language plpgsql stable as $$
begin
  return json_build_object('id', p_account.id, 'code', p_account.code, 'name', p_account.name,
    'type', p_account.type, 'normal_side', p_account.normal_side, 'currency', p_account.currency,
    'parent_id', p_account.parent_id, 'level', app.ledger_account_level(p_account),
    'is_parent', app.ledger_account_is_parent(p_account), 'is_active', p_account.is_active,
    'cash_flow', p_account.cash_flow,
    'min_balance', app.money_text(p_account.min_balance, coalesce(p_account.currency, p_base)),
    'description', p_account.description, 'metadata', p_account.metadata,
    'created_at', p_account.created_at, 'updated_at', p_account.updated_at);
end $$;
comment on function app.ledger_account_json is 'An account as the API shows it; p_base is the base currency';
