create or replace function app.invariant_quick(p_operand jsonb)
returns text
language plpgsql immutable as $$
declare v_parts text[];
begin
  if p_operand ? 'parts' then
    v_parts := array(
      select app.invariant_quick(p) from jsonb_array_elements(p_operand->'parts') with ordinality t(p, n) order by n);
    return '(' || array_to_string(v_parts, case p_operand->>'does' when 'add' then ' + ' when 'subtract' then ' - ' else ' * ' end) || ')';
  elsif p_operand ? 'value' then
    return case when p_operand->>'kind' = 'number' then '(' || (p_operand->>'value') || ')' else (p_operand->'value')::text end;
  end if;
  return '$.' || to_json(p_operand->>'property');
end $$;
comment on function app.invariant_quick is
  'An operand about numbers or dates of one object as a jsonpath in strict mode: if a comparison of two of them is true, the rule holds';
