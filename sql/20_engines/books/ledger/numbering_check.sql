create or replace function app.numbering_check(p_ledger app.ledgers, p_sent jsonb)
returns void
language plpgsql stable as $$
declare
  v_series text;
  v_other text;
  v_numbering jsonb := app.ledger_settings(p_ledger)->'numbering';
  v_done text;
begin
  for v_series in select s from jsonb_object_keys(p_sent) s order by s loop
    v_done := app.series_start_check(p_ledger, v_series, p_sent);
    select o into v_other from jsonb_object_keys(v_numbering) o
    where o <> v_series and app.series_meet(v_numbering #>> array[v_series, 'format'], v_numbering #>> array[o, 'format'])
    order by o limit 1;
    if v_other is not null then
      perform app.invalid(format('numbering.%s.format', v_series), 'not_distinct',
        format('could make a number that %s also makes: begin it with other letters', v_other));
    end if;
  end loop;
end $$;
comment on function app.numbering_check is
  'Refuses a start where there are numbers already, and a format by which two series could make the same number';
