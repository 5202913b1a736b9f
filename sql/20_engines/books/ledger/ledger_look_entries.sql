create or replace function app.ledger_look_entries(p_tenant text, p_place jsonb, p_limit integer)
returns jsonb
language plpgsql stable as $$
declare
  v_year integer := p_place->>'year';
  v_series app.ledger_series;
  v_before bigint;
  v_last bigint;
  v_ids text[];
  v_faults json[];
  v_found json[];
begin
  select * into v_series from app.ledger_series s
  where s.tenant_id = p_tenant and s.series = 'journal_entry' and s.fiscal_year = v_year;
  v_before := coalesce((p_place->>'sequence')::bigint, v_series.first - 1, 0);
  v_ids := array(
    select e.id from app.ledger_entries e
    where e.tenant_id = p_tenant and e.fiscal_year = v_year and e.sequence > v_before and e.sequence is not null
    order by e.sequence limit p_limit);
  v_last := coalesce((
    select max(e.sequence) from app.ledger_entries e where e.tenant_id = p_tenant and e.id = any (v_ids)), v_before);
  v_faults := array(
    select json_build_object('kind', 'gap', 'fiscal_year', v_year, 'expected', s.expected, 'found', s.sequence) from (
      select e.sequence, lag(e.sequence, 1, v_before) over (order by e.sequence) + 1 as expected
      from app.ledger_entries e where e.tenant_id = p_tenant and e.id = any (v_ids)) s
    where s.sequence <> s.expected order by s.sequence);
  if cardinality(v_ids) < p_limit then
    if v_last + 1 is distinct from v_series.next then  -- The counter knows of other numbers than there are.
      v_faults := v_faults || json_build_object('kind', 'gap', 'fiscal_year', v_year,
        'expected', case when v_series.next > v_last then v_last + 1 end,
        'found', case when v_series.next > v_last is not true then v_last end);
    end if;
    v_year := app.ledger_year_after(p_tenant, v_year);
    v_last := null;
  end if;
  select array_agg(json_build_object('kind', case when s.base is distinct from 0 or s.currencies = 1 and s.amount <> 0
      then 'unbalanced' else 'total' end, 'entry_id', s.id) order by s.id) into v_found
  from (
    select e.id, e.total, e.base_total, l.* from app.ledger_entries e
    left join lateral (
      select sum(l.base) as base, sum(l.amount) as amount, count(distinct l.currency) as currencies,
        coalesce(sum(l.amount) filter (where l.amount > 0 and l.currency = e.currency), 0) as debit,
        coalesce(sum(l.base) filter (where l.base > 0), 0) as base_debit
      from app.ledger_lines l where l.tenant_id = p_tenant and l.entry_id = e.id offset 0) l on true
    where e.tenant_id = p_tenant and e.id = any (v_ids)) s
  where s.base is distinct from 0 or s.currencies = 1 and s.amount <> 0
    or (s.total, s.base_total) is distinct from (s.debit, s.base_debit);
  return jsonb_build_object('problems', to_jsonb(v_faults || coalesce(v_found, '{}')), 'entries', cardinality(v_ids),
    'place', case when v_year is not null then jsonb_build_object('year', v_year, 'sequence', v_last)
      else jsonb_build_object('account', app.ledger_account_after(p_tenant, '')) end);
end $$;
comment on function app.ledger_look_entries is
  'Looks at the next p_limit posted entries of a fiscal year, after the sequence in p_place: whether numbers follow each other, and '
  'whether each entry balances and has the totals of its lines. Answers as app.ledger_look';
