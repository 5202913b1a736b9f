create or replace function app.book_report_days(p_ledger app.ledgers, args jsonb, p_is_state boolean)
returns date[]
language plpgsql stable as $$
declare
  v_start text := p_ledger.fiscal_year_start;
  v_to date := coalesce((args->>'at')::date, (args->>'to')::date, app.ledger_today(p_ledger));
  v_from date := coalesce((args->>'from')::date, app.fiscal_year_day(v_start, app.fiscal_year(v_start, v_to)));
  v_before date[];
  v_done text;
begin
  v_done := app.range_check(args, v_from, v_to);
  v_before := case args->>'compare'
    when 'previous_year' then array[(v_from - interval '1 year')::date, app.year_before(v_to)]
    when 'previous_period' then array[case when p_is_state
      then app.fiscal_year_day(v_start, app.fiscal_year(v_start, v_from - 1))
      else v_from - (v_to - v_from + 1) end, v_from - 1] end;
  return array[v_from, v_to] || coalesce(v_before, array[null, null]::date[]);
end $$;
comment on function app.book_report_days is
  'The first and the last day that a report is about, and those of the range that it is compared with, or null. '
  'p_is_state: of one day, whose range is the fiscal year so far; before that was the end of the fiscal year before';
