create or replace function app.chart_accounts(p_chart jsonb)
returns jsonb
language sql immutable as $$
  select json_agg(json_build_object('code', split_part(a.text, ' ', 1),
    'name', regexp_replace(a.text, '^\S+ | \[\w+\]$', '', 'g'), 'type', g.key,
    'normal_side', case when (g.key in ('asset', 'expense')) <> (a.text like '%[turned]') then 'debit' else 'credit' end,
    'cash_flow', coalesce(substring(a.text from '\[(cash|investing|financing)\]$'),
      case when g.key = 'equity' then 'financing' else 'operating' end))
    order by split_part(a.text, ' ', 1))::jsonb
  from jsonb_each(p_chart->'accounts') g cross join jsonb_array_elements_text(g.value) a(text)
$$;
comment on function app.chart_accounts is 'The accounts of a chart as bodies of POST /v1/accounting/accounts';
