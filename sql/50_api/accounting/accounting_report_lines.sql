create or replace function api.accounting_report_lines(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_days date[] := app.book_report_days(v_ledger, args, false);
  v_dimension jsonb := app.book_report_dimension(v_ledger, args);
  v_accounts text[] := app.general_ledger_accounts(tenant, args->>'account_id');
  v_limit integer := args->>'limit';
  v_mark jsonb := coalesce(args->'mark', app.ledger_mark(v_ledger));
  v_page app.ledger_lines[];
  v_last app.ledger_lines;
  v_count bigint;
begin
  if not args ? 'mark' then
    v_count := app.general_ledger_count(tenant, v_accounts, v_days, v_dimension, null);
    if v_count > 100000 then
      perform app.invalid('from', 'too_many', format('the range has %s lines, and a file holds at most 100000. '
        'Ask for fewer days or for one account', v_count));
    end if;
  elsif (v_mark->>'version')::bigint <> v_ledger.version then
    perform app.fail(409, 'CONFLICT', 'Settings or accounts were changed while the file was written. Ask for it again.');
  end if;
  v_page := app.general_ledger_find(v_ledger, v_accounts, v_days, v_dimension, v_mark, args->'after', v_limit);
  v_last := v_page[v_limit];
  return (
    select json_build_object('days', v_days[1:2], 'mark', v_mark,
      'after', case when cardinality(v_page) = v_limit
        then jsonb_build_array(v_last.account_id, v_last.day, v_last.sequence, v_last.line_no) end,
      'lines', coalesce(string_agg(case args->>'format'
        when 'csv' then format(e'%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n', r.account_id, app.csv_cell(r.code),
          app.csv_cell(r.name), r.entry_id, app.csv_cell(r.number), r.day, r.sequence, app.csv_cell(r.description),
          app.csv_cell(r.memo), r.line_no, r.currency, r.debit, r.credit, r.base_debit, r.base_credit, r.balance,
          app.csv_cell(r.source::text))
        else json_build_array(r.account_id, r.code, r.name, r.entry_id, r.number, r.day, r.sequence, r.description, r.memo,
          r.line_no, r.currency, r.debit, r.credit, r.base_debit, r.base_credit, r.balance, r.source)::text || e'\n' end,
        '' order by r.n), ''))
    from app.general_ledger_rows(v_ledger, v_page, v_dimension, v_mark) r);
end $$;
comment on function api.accounting_report_lines is
  'A part of the file of a general ledger: lines of CSV, or JSON arrays of cells. The first part has no mark; all others are of '
  'its moment';
