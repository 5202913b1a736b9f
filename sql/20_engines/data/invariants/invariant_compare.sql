create or replace function app.invariant_compare(
  p_type app.object_types, p_compare jsonb, p_path text, p_is_strict boolean)
returns jsonb
language plpgsql stable as $$
declare
  v_operator text := p_compare->>1;
  v_sides jsonb[] := '{}';
  v_value jsonb;
begin
  if jsonb_typeof(p_compare) <> 'array' or jsonb_array_length(p_compare) <> 3 then
    perform app.invalid(p_path, 'invalid_list', 'must be [operand, operator, operand]');
  end if;
  if not coalesce(v_operator = any ('{eq,neq,lt,lte,gt,gte}'), false) then
    perform app.invalid(p_path || '[1]', 'invalid_enum', 'must be eq, neq, lt, lte, gt or gte');
  end if;
  v_sides := array[app.invariant_operand(p_type, p_compare->0, p_path || '[0]', p_is_strict),
    app.invariant_operand(p_type, p_compare->2, p_path || '[2]', p_is_strict)];
  -- A text beside a date is one: in the form that the property keeps.
  for i in 1 .. 2 loop
    if v_sides[3 - i]->>'kind' = 'moment' and v_sides[i] ? 'value' then
      v_value := v_sides[i]->'value';
      if v_sides[3 - i]->>'type' = 'datetime' and v_value #>> '{}' ~ '^\d{4}-\d\d-\d\d$' then
        v_value := to_jsonb((v_value #>> '{}') || 'T00:00:00Z');
      end if;
      v_value := app.property_value(v_sides[3 - i], v_value);
      if v_value is null then
        perform app.invalid(format('%s[%s].value', p_path, case i when 1 then 0 else 2 end), 'invalid_' || (v_sides[3 - i]->>'type'),
          'must be ' || app.property_expectation(v_sides[3 - i]));
      end if;
      v_sides[i] := jsonb_build_object('value', v_value, 'kind', 'moment', 'type', v_sides[3 - i]->'type');
    end if;
  end loop;
  if replace(v_sides[1]->>'kind', 'money', 'number') <> replace(v_sides[2]->>'kind', 'money', 'number')
    or v_sides[1]->>'kind' = 'moment' and v_sides[1]->>'type' <> v_sides[2]->>'type' then
    perform app.invalid(p_path, 'not_comparable', format('compares a %s with a %s',
      coalesce(v_sides[1]->>'type', v_sides[1]->>'kind'), coalesce(v_sides[2]->>'type', v_sides[2]->>'kind')));
  elsif v_sides[1]->>'kind' = 'boolean' and not v_operator in ('eq', 'neq') then
    perform app.invalid(p_path || '[1]', 'invalid_enum', 'must be eq or neq for true and false');
  end if;
  return jsonb_build_object('left', v_sides[1], 'operator', v_operator, 'right', v_sides[2]);
end $$;
comment on function app.invariant_compare is
  'A comparison of a rule, checked and with the ids of what it names: {left, operator, right}; 400 names the place of what does not fit';
