create or replace function app.entry_amounts(p_ledger app.ledgers, p_currency text, p_line jsonb, p_at text)
returns jsonb
language plpgsql stable as $$
declare
  v_side text := case when p_line ? 'debit' then 'debit' else 'credit' end;
  v_amount numeric;
  v_given numeric;
begin
  if (p_line ? 'debit') = (p_line ? 'credit') then
    perform app.invalid(p_at || 'debit', 'one_side', case when p_line ? 'debit'
      then 'must not be sent together with credit: a line has one of the two, and leaves out the other even if it is zero'
      else 'is required, or credit' end);
  end if;
  v_amount := app.money_parse(p_at || v_side, p_line->>v_side, p_currency);
  if v_amount = 0 then perform app.invalid(p_at || v_side, 'too_small', 'must be more than zero'); end if;
  if p_line ? 'base_amount' then
    if p_currency = p_ledger.base_currency then
      perform app.invalid(p_at || 'base_amount', 'in_base_currency', 'is only for lines in another currency than the base currency');
    end if;
    v_given := app.money_parse(p_at || 'base_amount', p_line->>'base_amount', p_ledger.base_currency);
  end if;
  return jsonb_build_object('currency', p_currency, 'amount', v_amount * app.side_sign(v_side),
    'given', v_given * app.side_sign(v_side));
end $$;
comment on function app.entry_amounts is
  'The amount of a line with its sign, and the base amount that was given, or null: {currency, amount, given}';
