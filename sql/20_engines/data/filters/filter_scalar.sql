create or replace function app.filter_scalar(
  p_type app.object_types, p_field jsonb, p_value jsonb, p_is_order boolean, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_value jsonb := p_value;
  v_kind text := p_field->>'kind';
  v_given text;
  v_is_callers boolean := false;
begin
  v_given := jsonb_typeof(v_value);
  if v_given = 'string' and v_value #>> '{}' ~ '^\$[A-Za-z_]'
    or v_given = 'object' and v_value @? '$.keyvalue() ? (@.key starts with "$")' then
    v_value := app.filter_relative(p_type, p_field->>'type', v_value, p_path);
    if v_value = 'null' then return v_value; end if;
    v_is_callers := p_value #>> '{}' like '$auth.%';
    v_given := jsonb_typeof(v_value);
  end if;

  if v_kind in ('json', 'array') then
    v_value := case when v_given in ('string', 'number', 'boolean') then v_value end;
  elsif v_kind = 'text' and (p_is_order or p_field ? 'system') then
    v_value := case when v_given = 'string' then v_value end;
  else
    if p_field->>'type' = 'datetime' and v_value #>> '{}' ~ '^\d{4}-\d\d-\d\d$' then
      v_value := to_jsonb((v_value #>> '{}') || 'T00:00:00Z');
    end if;
    v_value := app.property_value(p_field, v_value);
  end if;
  if v_value is null and v_is_callers then return 'null'; end if;
  if v_value is null then
    perform app.invalid(p_path, 'invalid_' || (p_field->>'type'), 'must be ' ||
      case when v_kind in ('json', 'array') then 'a string, a number, true or false'
        else app.property_expectation(p_field) end);
  end if;
  return v_value;
end $$;
comment on function app.filter_scalar is
  'Returns one value of a filter as the property holds it, variables resolved; 400 when the type '
  'does not fit. For an order (lt … between) any text does; json null for what the caller does '
  'not have, or not in a form that fits';
