create or replace function app.accounting_settings_json(p_ledger app.ledgers)
returns json
language plpgsql stable as $$
declare v_settings jsonb := app.ledger_settings(p_ledger);
begin
  return json_build_object('base_currency', p_ledger.base_currency,
    'fiscal_year_start', p_ledger.fiscal_year_start, 'timezone', v_settings->'timezone',
    'rounding', v_settings->'rounding', 'payment_terms_days', v_settings->'payment_terms_days',
    'language', v_settings->'language', 'paper', v_settings->'paper',
    'numbering', v_settings->'numbering', 'accounts', v_settings->'accounts', 'company', v_settings->'company',
    'dimensions', v_settings->'dimensions', 'expense_approval', v_settings->'expense_approval',
    'four_eyes', v_settings->'four_eyes', 'retention_years', v_settings->'retention_years',
    'closed_through', p_ledger.closed_through, 'updated_at', p_ledger.updated_at);
end $$;
comment on function app.accounting_settings_json is 'The settings of books as the API shows them';
