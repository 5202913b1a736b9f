create or replace function app.entry_post(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns app.ledger_entries
language plpgsql volatile as $$
declare
  v_lines jsonb := p_entry.draft_lines;
  v_is_new boolean := p_entry.updated_at is null;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_done := app.ledger_open_check(p_ledger, p_entry.day, p_path);
  if p_entry.currency <> p_ledger.base_currency and v_lines @? format('$[*].currency ? (@ == "%s")', p_entry.currency)::jsonpath then
    p_entry.exchange_rate := app.entry_rate(p_ledger, p_entry, p_entry.currency, p_path);
  end if;
  v_done := app.files_hold(p_entry.tenant_id, p_entry.attachments);
  p_entry.status := 'posted';
  p_entry.fiscal_year := app.fiscal_year(p_ledger.fiscal_year_start, p_entry.day);
  p_entry.sequence := app.series_take(p_ledger, 'journal_entry', p_entry.fiscal_year);
  p_entry.number := app.series_text(app.ledger_settings(p_ledger) #>> '{numbering,journal_entry,format}',
    p_entry.fiscal_year, p_entry.sequence);
  v_done := app.entry_number_check(p_entry);
  p_entry.draft_lines := null;
  p_entry.posted_by := app.books_caller();
  p_entry.posted_at := v_now;
  p_entry.created_at := coalesce(p_entry.created_at, v_now);
  p_entry.updated_at := v_now;
  if v_is_new then
    v_done := app.entry_insert(p_entry);
  else
    v_done := app.entry_save(p_entry);
  end if;
  insert into app.ledger_lines (tenant_id, entry_id, line_no, account_id, day, sequence, currency, amount, base, memo,
    object_type_id, object_id, dimensions)
  select p_entry.tenant_id, p_entry.id, l.line_no, l.account_id, p_entry.day, p_entry.sequence, l.currency, l.amount,
    l.base, l.memo, l.object_type_id, l.object_id, l.dimensions
  from jsonb_to_recordset(v_lines) l(line_no integer, account_id text, currency text, amount numeric, base numeric,
    memo text, object_type_id text, object_id text, dimensions jsonb);
  v_done := app.ledger_totals_add(p_ledger, p_entry.day, v_lines, p_path);
  if not p_ledger.is_posted then
    update app.ledgers l set is_posted = true where l.tenant_id = p_ledger.tenant_id;
  end if;
  v_done := app.journal_entry_event(p_ledger, 'journal_entry.posted', p_entry);
  return p_entry;
end $$;
comment on function app.entry_post is
  'Posts a prepared and checked entry under the lock of the books: gives its number, writes its lines and adds them to the totals. '
  'The only function that writes posted lines';
