create or replace function app.invariant_operand(
  p_type app.object_types, p_operand jsonb, p_path text, p_is_strict boolean, p_depth integer default 1)
returns jsonb
language plpgsql stable as $$
declare
  v_names text[] := array(
    select k from unnest('{property,value,count,sum,min,max,avg,add,subtract,multiply}'::text[]) k
    where case when jsonb_typeof(p_operand) = 'object' then p_operand ? k end);
  v_name text := v_names[1];
  v_of jsonb;
  v_made jsonb;
  v_parts jsonb[] := '{}';
begin
  if cardinality(v_names) <> 1 then
    perform app.invalid(p_path, 'invalid_operand', 'must have one of property, value, count, sum, min, max, avg, add, subtract, multiply');
  end if;
  perform app.invariant_members_check(p_operand,
    case when v_name in ('count', 'sum', 'min', 'max', 'avg') then array[v_name, 'of'] else array[v_name] end, '{}', p_path);
  if v_name = 'value' then
    v_made := case jsonb_typeof(p_operand->'value') when 'number' then '"number"' when 'string' then '"text"'
      when 'boolean' then '"boolean"' else case when app.is_money(p_operand->'value') then '"money"' end end;
    if v_made is null or length(p_operand->>'value') > 1000 then
      perform app.invalid(p_path || '.value', 'invalid_value', 'must be a number, true or false, an amount of money, or a text of up to '
        '1000 characters');
    end if;
    return jsonb_build_object('value', p_operand->'value', 'kind', v_made);
  elsif v_name = 'property' then
    v_made := app.invariant_property(p_type, p_operand->>'property', p_path || '.property');
    if v_made->>'kind' in ('json', 'array', 'object') then
      perform app.invalid(p_path || '.property', 'not_comparable', 'is a list or a map, which cannot be compared');
    end if;
    return v_made;
  elsif v_name in ('add', 'subtract', 'multiply') then
    if p_depth > 3 then perform app.invalid(p_path, 'too_deep', 'is nested more than 3 deep'); end if;
    if jsonb_typeof(p_operand->v_name) <> 'array' or not (case v_name when 'subtract'
      then jsonb_array_length(p_operand->v_name) = 2 else jsonb_array_length(p_operand->v_name) between 2 and 8 end) then
      perform app.invalid(p_path || '.' || v_name, 'invalid_list',
        case v_name when 'subtract' then 'must be two operands' else 'must be 2 to 8 operands' end);
    end if;
    for i in 0 .. jsonb_array_length(p_operand->v_name) - 1 loop
      v_made := app.invariant_operand(p_type, p_operand->v_name->i, format('%s.%s[%s]', p_path, v_name, i), p_is_strict, p_depth + 1);
      if not v_made->>'kind' in ('number', 'money') then
        perform app.invalid(format('%s.%s[%s]', p_path, v_name, i), 'not_a_number', 'must be a number or an amount of money');
      end if;
      v_parts := v_parts || v_made;
    end loop;
    return jsonb_build_object('does', v_name, 'parts', to_jsonb(v_parts), 'kind',
      case when to_jsonb(v_parts) @? '$[*] ? (@.kind == "money")' then 'money' else 'number' end);
  end if;
  v_of := app.invariant_of(p_type, p_operand->'of', p_path || '.of', p_is_strict);
  if v_name = 'count' then
    if p_operand->'count' <> 'true' then perform app.invalid(p_path || '.count', 'invalid_value', 'must be true'); end if;
    return jsonb_build_object('does', 'count', 'of', v_of, 'kind', 'number');
  end if;
  v_made := app.invariant_property(case when v_of->>'type_id' = p_type.id then p_type
    else app.object_type_find(p_type.tenant_id, v_of->>'type_id') end, p_operand->>v_name, p_path || '.' || v_name);
  if not v_made->>'kind' in ('number', 'money') and not (v_name in ('min', 'max') and v_made->>'kind' = 'moment') then
    perform app.invalid(p_path || '.' || v_name, 'not_a_number', 'must be a number or an amount of money'
      || case when v_name in ('min', 'max') then ', or a date' else '' end);
  end if;
  return v_made || jsonb_build_object('does', v_name, 'of', v_of);
end $$;
comment on function app.invariant_operand is
  'An operand of a rule, checked and with the ids of what it names: {property, type, kind}, {value, kind}, {does, of, …} of an aggregate, '
  '{does, parts, kind} of arithmetic. 400 names its place';
