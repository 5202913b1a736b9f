create or replace function app.entry_check(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns void
language plpgsql stable as $$
declare
  v_currency text := p_entry.draft_lines->0->>'currency';
  v_is_one boolean;
  v_debit numeric;
  v_credit numeric;
  v_done text;
begin
  if jsonb_array_length(p_entry.draft_lines) < 2 then
    perform app.invalid(p_path || 'lines', 'too_few', 'must have at least two lines before it is posted');
  end if;
  select bool_and(l->>'currency' = v_currency) into v_is_one from jsonb_array_elements(p_entry.draft_lines) l;
  select sum(greatest(a.amount, 0)), sum(greatest(-a.amount, 0)) into v_debit, v_credit from (
    select (case when v_is_one then l->>'amount' else l->>'base' end)::numeric as amount
    from jsonb_array_elements(p_entry.draft_lines) l) a;
  if v_debit = v_credit then  -- Base amounts that were given may differ even then.
    select sum(greatest(a.base, 0)), sum(greatest(-a.base, 0)) into v_debit, v_credit from (
      select (l->>'base')::numeric as base from jsonb_array_elements(p_entry.draft_lines) l) a;
    v_is_one := v_is_one and v_debit = v_credit;
  end if;
  if v_debit <> v_credit then
    v_currency := case when v_is_one then v_currency else p_ledger.base_currency end;
    perform app.fail(400, 'UNBALANCED', case when v_is_one then 'The debits of an entry must be equal to its credits.'
      else format('Converted to %s, the debits of an entry must be equal to its credits.', v_currency) end, jsonb_build_object(
      'debit', app.money_text(v_debit, v_currency), 'credit', app.money_text(v_credit, v_currency),
      'difference', app.money_text(v_debit - v_credit, v_currency)), p_path || 'lines');
  end if;
  v_done := app.entry_dimensions_check(p_ledger, p_entry, p_path);
end $$;
comment on function app.entry_check is
  'Refuses to post what is not whole: fewer than two lines, out of balance (400 UNBALANCED), or without a required dimension';
