create or replace function app.book_report_drill(p_account text, p_from date, p_to date, p_dimension text)
returns json
language sql stable as $$
  select json_build_object('drill', case
    when p_account is null then null
    when p_dimension is null
      then format('/v1/accounting/accounts/%s/entries?%sto=%s', p_account, 'from=' || p_from || '&', p_to)
    else format('/v1/accounting/reports/general-ledger?account_id=%s&from=%s&to=%s&dimension=%s', p_account, p_from, p_to,
      app.url_part(p_dimension)) end)
$$;
comment on function app.book_report_drill is
  'The member drill of a row: the path of the lines that it sums up; p_from null: of all up to p_to';
