create or replace function app.entry_merge(p_ledger app.ledgers, p_entry app.ledger_entries, args jsonb, p_path text)
returns app.ledger_entries
language plpgsql stable as $$
declare v_was text := p_entry.currency;
begin
  p_entry.day := coalesce((args->>'date')::date, p_entry.day);
  p_entry.currency := coalesce(args->>'currency', p_entry.currency, p_ledger.base_currency);
  if args ? 'description' then p_entry.description := args->>'description'; end if;
  -- A rate was that of the other currency.
  if p_entry.currency <> v_was then p_entry.exchange_rate := null; end if;
  if args ? 'exchange_rate' then p_entry.exchange_rate := (args->>'exchange_rate')::numeric; end if;
  if args ? 'metadata' then p_entry.metadata := args->'metadata'; end if;
  if app.currency_decimals(p_entry.currency) is null then
    perform app.invalid(p_path || 'currency', 'unknown_currency', 'must be a currency of ISO 4217 that is in use, such as USD');
  end if;
  if p_entry.exchange_rate is not null and p_entry.currency = p_ledger.base_currency then
    perform app.invalid(p_path || 'exchange_rate', 'in_base_currency', 'is only for entries in another currency than the base currency');
  end if;
  if args ? 'date' and p_entry.day > app.ledger_today(p_ledger) + interval '1 year' then
    perform app.invalid(p_path || 'date', 'too_late', 'must not be more than one year ahead of today');
  end if;
  if args ? 'attachments' then
    p_entry.attachments := app.attachments_read(p_ledger.tenant_id, args->'attachments', p_entry.attachments,
      p_path || 'attachments');
  end if;
  if args ? 'lines' then
    p_entry.draft_lines := app.entry_lines_read(p_ledger, p_entry.currency, args->'lines', p_path);
  elsif p_entry.currency <> v_was then
    p_entry.draft_lines := app.entry_lines_follow(p_ledger, p_entry, v_was, p_path);
  end if;
  return p_entry;
end $$;
comment on function app.entry_merge is
  'A journal entry with what a request says of it; 400 and 404 name the field below p_path';
