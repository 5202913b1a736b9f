create or replace function api.ledger_account_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.ledger_account_json(app.ledger_account_find(tenant, args->>'account_id'),
    (app.ledger_find(tenant)).base_currency);
end $$;
comment on function api.ledger_account_get is 'Get an account';
