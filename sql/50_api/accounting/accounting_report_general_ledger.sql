create or replace function api.accounting_report_general_ledger(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_base text := v_ledger.base_currency;
  v_days date[] := app.book_report_days(v_ledger, args, false);
  v_dimension jsonb := app.book_report_dimension(v_ledger, args);
  v_accounts text[] := app.general_ledger_accounts(tenant, args->>'account_id');
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'accounting_report.general_ledger', tenant, args - '{limit,cursor,count,format}'::text[]);
  v_page app.ledger_lines[] := app.general_ledger_find(v_ledger, v_accounts, v_days, v_dimension, null,
    app.cursor_decode(v_binding, args->>'cursor'), v_limit + 1);
  v_last app.ledger_lines := v_page[v_limit];
  v_most integer := app.count_most(args, v_dimension is null);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := app.general_ledger_count(tenant, v_accounts, v_days, v_dimension, v_most + 1);
  end if;
  return app.json_joined(
    json_build_object('report', 'general-ledger', 'currency', v_base, 'from', v_days[1], 'to', v_days[2]),
    app.paged((
        select json_agg(json_build_object('account_id', r.account_id, 'code', r.code, 'name', r.name, 'entry_id', r.entry_id,
          'number', r.number, 'date', r.day, 'sequence', r.sequence, 'description', r.description, 'memo', r.memo,
          'line_no', r.line_no, 'currency', r.currency, 'debit', r.debit, 'credit', r.credit, 'base_debit', r.base_debit,
          'base_credit', r.base_credit, 'balance', r.balance, 'source', r.source) order by r.n)
        from app.general_ledger_rows(v_ledger, v_page[:v_limit], v_dimension, null) r),
      case when cardinality(v_page) > v_limit
        then app.cursor_encode(v_binding, jsonb_build_array(v_last.account_id, v_last.day, v_last.sequence, v_last.line_no)) end,
      v_total, v_most),
    (select json_build_object('totals', json_build_object('debit', app.money_sum(sum(s.debit), v_base),
        'credit', app.money_sum(sum(s.credit), v_base)), 'generated_at', clock_timestamp())
      from app.book_report_sums(tenant, v_accounts, v_days, v_dimension) s));
end $$;
comment on function api.accounting_report_general_ledger is 'List the posted lines of all accounts';
