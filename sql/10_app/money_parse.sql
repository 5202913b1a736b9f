create or replace function app.money_parse(p_field text, p_text text, p_currency text)
returns numeric
language plpgsql immutable as $$
declare v_decimals integer := app.currency_decimals(p_currency);
begin
  if v_decimals is null then
    perform app.invalid('currency', 'unknown_currency',
      'must be a currency of ISO 4217 that is in use, such as USD');
  end if;
  if length(split_part(p_text, '.', 2)) > v_decimals then
    perform app.invalid(p_field, 'too_many_decimals',
      format('must have no more than %s decimals in %s', v_decimals, p_currency));
  end if;
  return p_text::numeric;
end $$;
comment on function app.money_parse is
  'An amount that came as a text, in a currency; 400 for an unknown currency, and for more decimals than it has';
