create or replace function app.accounting_settings_json(p_ledger app.ledgers)
returns json
language plpgsql stable as $$
declare v_settings jsonb := app.ledger_settings(p_ledger);
begin
  return json_build_object('base_currency', p_ledger.base_currency,
    'fiscal_year_start', p_ledger.fiscal_year_start, 'timezone', v_settings->'timezone',
    'numbering', v_settings->'numbering', 'accounts', v_settings->'accounts',
    'dimensions', v_settings->'dimensions', 'four_eyes', v_settings->'four_eyes',
    'closed_through', p_ledger.closed_through, 'updated_at', p_ledger.updated_at);
end $$;
comment on function app.accounting_settings_json is 'The settings of books as the API shows them';
