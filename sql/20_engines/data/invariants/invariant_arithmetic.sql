create or replace function app.invariant_arithmetic(p_does text, p_parts jsonb[])
returns jsonb
language plpgsql immutable as $$
declare
  v_result numeric;
  v_amount numeric;
  v_currency text := '';
  v_other text;
begin
  for i in 1 .. cardinality(p_parts) loop
    if p_parts[i] ?| '{mixed,too_many}' then return p_parts[i]; end if;
    v_amount := app.value_amount(p_parts[i]);
    if v_amount is null then return null; end if;
    v_other := app.value_currency(p_parts[i]);
    if v_other <> '' and v_currency <> '' and v_other <> v_currency then return '{"mixed": true}'; end if;
    v_currency := greatest(v_currency, v_other);
    v_result := case when i = 1 then v_amount when p_does = 'add' then v_result + v_amount
      when p_does = 'subtract' then v_result - v_amount else v_result * v_amount end;
  end loop;
  return app.money_json(v_result, v_currency);
end $$;
comment on function app.invariant_arithmetic is
  'add, subtract or multiply, exactly: null where a part is missing, {mixed} for two currencies';
