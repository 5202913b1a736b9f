create or replace function app.accounting_settings_merge(p_ledger app.ledgers, args jsonb)
returns app.ledgers
language plpgsql stable as $$
declare
  v_settings jsonb := app.jsonb_merge(p_ledger.settings,
    app.jsonb_pick(args, '{timezone,rounding,payment_terms_days,language,paper,numbering,accounts,company,dimensions,'
      'expense_approval,four_eyes,retention_years}'));
  v_done text;
begin
  if p_ledger.is_posted and (
    coalesce(args->>'base_currency', p_ledger.base_currency) <> p_ledger.base_currency
    or coalesce(args->>'fiscal_year_start', p_ledger.fiscal_year_start) <> p_ledger.fiscal_year_start) then
    perform app.fail(409, 'INVALID_STATE',
      'Base currency and start of the fiscal year stay as they are once anything is posted.', null,
      case when coalesce(args->>'base_currency', p_ledger.base_currency) <> p_ledger.base_currency
        then 'base_currency' else 'fiscal_year_start' end);
  end if;
  p_ledger.base_currency := coalesce(args->>'base_currency', p_ledger.base_currency);
  p_ledger.fiscal_year_start := coalesce(args->>'fiscal_year_start', p_ledger.fiscal_year_start);
  if app.currency_decimals(p_ledger.base_currency) is null then
    perform app.invalid('base_currency', 'unknown_currency', 'must be a currency of ISO 4217 that is in use, such as USD');
  end if;
  if args ? 'timezone' then
    if args->>'timezone' is null then
      v_settings := v_settings - 'timezone';
    else
      perform app.timezone_check(args->>'timezone', 'timezone');
    end if;
  end if;
  if args ? 'company' then
    v_done := app.attachments_read(p_ledger.tenant_id, to_jsonb(array_remove(array[args #>> '{company,logo_file_id}'], null)),
      '{}', 'company.logo_file_id');
    v_settings := jsonb_set(v_settings, '{company}', jsonb_strip_nulls(v_settings->'company'));
  end if;
  p_ledger.settings := v_settings;
  if args ? 'numbering' then v_done := app.numbering_check(p_ledger, args->'numbering'); end if;
  if args ? 'accounts' then
    p_ledger.settings := jsonb_set(v_settings, '{accounts}', app.ledger_defaults_named(p_ledger, args->'accounts'));
  end if;
  return p_ledger;
end $$;
comment on function app.accounting_settings_merge is
  'The locked books with changed settings; 400 and 409 for what they cannot be';
