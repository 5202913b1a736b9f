create or replace function app.entry_lines_follow(p_ledger app.ledgers, p_entry app.ledger_entries, p_was text, p_path text)
returns jsonb
language plpgsql stable as $$
begin
  return to_jsonb(array(
    select case when l->>'currency' = p_was then l || app.entry_amounts(p_ledger, p_entry.currency, jsonb_build_object(
        case when l->>'amount' like '-%' then 'credit' else 'debit' end, trim_scale(abs((l->>'amount')::numeric))::text),
        format('%slines[%s].', p_path, n - 1))
      else l end
    from jsonb_array_elements(p_entry.draft_lines) with ordinality t(l, n) order by t.n));
end $$;
comment on function app.entry_lines_follow is
  'The lines of a draft whose currency has changed: those in p_was, its currency until now, keep their amounts and take the new one. '
  'Base amounts that were given go, because they were those of the other currency';
