create or replace function app.entry_prepare(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns app.ledger_entries
language plpgsql stable as $$
declare
  v_bases numeric[];
  v_done text;
begin
  v_done := app.entry_accounts_check(p_ledger, p_entry, p_path);
  v_bases := app.entry_bases(p_ledger, p_entry, p_path);
  p_entry.draft_lines := to_jsonb(array(
    select l || jsonb_build_object('base', v_bases[n])
    from jsonb_array_elements(p_entry.draft_lines) with ordinality t(l, n) order by t.n));
  select coalesce(sum((l->>'amount')::numeric) filter (where l->>'currency' = p_entry.currency and l->>'amount' not like '-%'), 0),
    coalesce(sum((l->>'base')::numeric) filter (where l->>'amount' not like '-%'), 0)
  into p_entry.total, p_entry.base_total
  from jsonb_array_elements(p_entry.draft_lines) l;
  return p_entry;
end $$;
comment on function app.entry_prepare is
  'A draft whose lines have their base amounts and whose totals are summed up; 409 where an account takes no lines';
