create or replace function api.journal_entry_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.entry_json(app.entry_find(tenant, args->>'entry_id'), (app.ledger_find(tenant)).base_currency);
end $$;
comment on function api.journal_entry_get is 'Get a journal entry';
