create or replace function app.ledger_settings(p_ledger app.ledgers)
returns jsonb
language plpgsql stable as $$
begin
  return app.jsonb_merge(app.ledger_defaults(case when not p_ledger.settings ? 'timezone'
    then app.governance_json(app.settings_find(p_ledger.tenant_id))->>'timezone' end), p_ledger.settings);
end $$;
comment on function app.ledger_settings is 'The settings of books with the defaults filled in';
