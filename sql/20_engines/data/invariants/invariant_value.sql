create or replace function app.invariant_value(p_operand jsonb, p_object app.objects)
returns jsonb
language plpgsql stable as $$
declare
  v_by jsonb;
  v_key jsonb;
  v_value jsonb;
begin
  if p_operand ? 'value' then
    return p_operand->'value';
  elsif p_operand ? 'parts' then
    return app.invariant_arithmetic(p_operand->>'does', array(
      select app.invariant_value(p, p_object) from jsonb_array_elements(p_operand->'parts') with ordinality t(p, n) order by n));
  elsif p_operand ? 'of' then
    if p_operand->'of' ? 'by' then
      v_key := app.invariant_key(p_operand->'of', p_object.properties);
      if v_key is null then return null; end if;
    end if;
    return app.invariant_aggregate(p_object.tenant_id, p_object.object_type_id, p_operand, p_object.id, v_key);
  end if;
  v_value := app.index_value(p_operand->>'type', p_object.properties->(p_operand->>'property'));
  return case when p_operand->>'kind' <> 'money' or app.value_amount(v_value) is not null then nullif(v_value, 'null') end;
end $$;
comment on function app.invariant_value is 'The value of an operand of a rule for an object: null where it is missing';
