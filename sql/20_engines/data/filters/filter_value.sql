create or replace function app.filter_value(
  p_type app.object_types, p_field jsonb, p_operator text, p_takes text, p_value jsonb, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_is_order boolean := p_operator in ('lt', 'lte', 'gt', 'gte', 'between');
begin
  if p_value is null and p_takes <> 'flag' then
    perform app.invalid(p_path, 'required', format('%s needs a value', p_operator));
  end if;
  case p_takes
  when 'one' then
    return app.filter_scalar(p_type, p_field, p_value, v_is_order, p_path);
  when 'part' then
    if p_field->>'kind' in ('array', 'json') then
      return app.filter_scalar(p_type, p_field, p_value, false, p_path);
    end if;
  when 'flag' then
    if coalesce(jsonb_typeof(p_value), 'boolean') <> 'boolean' then
      perform app.invalid(p_path, 'invalid_boolean', 'must be true or false');
    end if;
    return coalesce(p_value, 'true');
  when 'list', 'pair' then
    if jsonb_typeof(p_value) = 'string' and p_value #>> '{}' like '$auth.%' then
      p_value := app.filter_relative(p_type, p_field->>'type', p_value, p_path);
      if jsonb_typeof(p_value) <> 'array' or p_takes = 'pair' then return '[]'; end if;
    end if;
    if jsonb_typeof(p_value) is distinct from 'array'
      or p_takes = 'pair' and jsonb_array_length(p_value) <> 2 then
      perform app.invalid(p_path, 'invalid_list', case p_takes
        when 'pair' then 'must be [low, high]' else 'must be an array of values' end);
    end if;
    if jsonb_array_length(p_value) > 1000 then
      perform app.invalid(p_path, 'too_many', 'must have at most 1000 values');
    end if;
    return (
      select coalesce(json_agg(s.value order by s.n) filter (where p_takes = 'pair'
        or s.value <> 'null')::jsonb, '[]')
      from (select n, app.filter_scalar(
          p_type, p_field, v, v_is_order, format('%s[%s]', p_path, n - 1)) as value
        from jsonb_array_elements(p_value) with ordinality e(v, n)) s);
  else
  end case;
  if jsonb_typeof(p_value) <> 'string' or length(p_value #>> '{}') > 1000 then
    perform app.invalid(p_path, 'invalid_string', 'must be a string of up to 1000 characters');
  end if;
  return p_value;
end $$;
comment on function app.filter_value is
  'Returns what an operator is given, checked and in normal form; 400 names the value';
