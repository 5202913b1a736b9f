create or replace function app.entry_bases(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns numeric[]
language plpgsql stable as $$
declare
  v_amounts numeric[] := array(
    select (l->>'amount')::numeric from jsonb_array_elements(p_entry.draft_lines) with ordinality t(l, n) order by t.n);
  v_currencies text[] := array(
    select distinct l->>'currency' from jsonb_array_elements(p_entry.draft_lines) l);
  v_decimals integer := app.currency_decimals(p_ledger.base_currency);
  v_rate numeric;
  v_is_given boolean := p_entry.draft_lines @? '$[*].given ? (@ != null)';
begin
  if v_currencies <@ array[p_ledger.base_currency] then return v_amounts; end if;
  if cardinality(v_currencies) = 1 and not v_is_given then
    v_rate := app.entry_rate(p_ledger, p_entry, v_currencies[1], p_path);
    return app.sides_share(v_amounts, v_rate, p_ledger.base_currency);
  end if;
  return array(
    select coalesce((l->>'given')::numeric, round((l->>'amount')::numeric
      * app.entry_rate(p_ledger, p_entry, l->>'currency', p_path), v_decimals))
    from jsonb_array_elements(p_entry.draft_lines) with ordinality t(l, n) order by t.n);
end $$;
comment on function app.entry_bases is
  'The amounts of the lines of a draft in the base currency. In one currency each side''s total is converted and shared, so that no '
  'line for rounding is needed; in several, each line by itself';
