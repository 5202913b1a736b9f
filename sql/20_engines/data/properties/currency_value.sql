create or replace function app.currency_value(p_value jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(p_value) = 'number' then return p_value; end if;
  return case when jsonb_typeof(p_value) = 'object' and p_value - array['amount', 'currency'] = '{}'
      and app.is_money(p_value) and p_value->>'currency' ~* '^[a-z]{3}$'
    then jsonb_build_object(
      'amount', p_value->>'amount', 'currency', upper(p_value->>'currency')) end;
end $$;
comment on function app.currency_value is
  'An amount of money: '
  'a number, or {amount: "12.30", currency: "EUR"} (the amount as a decimal text); or null';
