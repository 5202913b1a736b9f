create or replace function api.accounting_settings_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.accounting_settings_json(app.ledger_find(tenant));
end $$;
comment on function api.accounting_settings_get is 'Get the settings of accounting';
