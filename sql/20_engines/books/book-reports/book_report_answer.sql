create or replace function app.book_report_answer(
  p_ledger app.ledgers, p_report text, args jsonb, p_days date[], p_is_state boolean, p_rows json, p_totals json)
returns json
language plpgsql stable as $$
begin
  return app.json_joined(
    json_build_object('report', p_report, 'currency', p_ledger.base_currency),
    case when p_is_state then json_build_object('at', p_days[2]) else json_build_object('from', p_days[1], 'to', p_days[2]) end,
    case when args ? 'compare' then json_build_object('compared_with', case when p_is_state
      then json_build_object('at', p_days[4]) else json_build_object('from', p_days[3], 'to', p_days[4]) end) end,
    json_build_object('rows', coalesce(p_rows, '[]'), 'totals', p_totals, 'generated_at', clock_timestamp()),
    case when args ? 'is_file' then json_build_object('letterhead', app.book_report_letterhead(p_ledger)) end);
end $$;
comment on function app.book_report_answer is 'A report as the API shows it, of one day (p_is_state) or of a range; with a letterhead for files';
