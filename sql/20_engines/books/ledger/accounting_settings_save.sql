create or replace function app.accounting_settings_save(
  p_ledger app.ledgers, p_before json, p_more jsonb default '{}')
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_after json := app.accounting_settings_json(p_ledger);
  v_done text;
begin
  if v_after::jsonb = p_before::jsonb and p_more = '{}' then return v_after; end if;
  update app.ledgers l set base_currency = p_ledger.base_currency, fiscal_year_start = p_ledger.fiscal_year_start,
    settings = p_ledger.settings, version = p_ledger.version + 1, updated_at = v_now
  where l.tenant_id = p_ledger.tenant_id returning * into p_ledger;
  if p_ledger.base_currency <> p_before->>'base_currency' then  -- They were units of the other currency.
    delete from app.ledger_rates r where r.tenant_id = p_ledger.tenant_id;
    v_done := app.entries_rebase(p_ledger.tenant_id, v_now);
  end if;
  v_after := app.accounting_settings_json(p_ledger);
  v_done := app.journal_write(p_ledger.tenant_id, 'accounting_settings.updated', 'accounting_settings', p_ledger.tenant_id,
    (v_after::jsonb || p_more)::json, p_before);
  return v_after;
end $$;
comment on function app.accounting_settings_save is
  'Saves changed settings of the locked books, with their event, to which p_more is added. Another base currency ends the exchange rates, also those of drafts';
