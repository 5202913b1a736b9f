create or replace function app.aggregate_field(
  p_type app.object_types, p_name text, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_field jsonb := app.filter_field(p_type, p_name);
  v_steps text[] := case when v_field->'path' is null or p_type.definition ? p_name
    then array[p_name] else string_to_array(p_name, '.') end;
  v_value text;
begin
  if v_field is null then
    perform app.filter_reject(p_type, p_name, null, array[p_path], null, 0);
  elsif v_field->>'system' in ('created_at', 'updated_at') then
    return v_field || jsonb_build_object('name', p_name,
      'value', format('to_jsonb(app.moment_text(o.%I))', p_name), 'typed', format('o.%I', p_name));
  end if;

  v_value := case when v_field ? 'system' then format('to_jsonb(o.%I)', p_name)
    else 'o.properties' || (select string_agg(format('->%L', s), '' order by n)
      from unnest(v_steps) with ordinality u(s, n)) end;
  if cardinality(v_steps) > 1 and p_type.definition->v_steps[1]->>'type' = 'currency' then
    v_field := v_field || '{"kind": "part", "type": "part of a currency"}';
  end if;
  return v_field || jsonb_build_object('name', p_name, 'value', v_value, 'typed',
    case v_field->>'kind'
    when 'number' then format('app.value_number(%s)', v_value)
    when 'json' then format('app.value_number(%s)', v_value)
    when 'money' then format('app.value_amount(%s)', v_value)
    when 'boolean' then format('app.value_boolean(%s)', v_value)
    when 'text' then format('app.value_text(%s) collate "C"', v_value)
    when 'moment' then format('app.value_%s(%s)',
      case v_field->>'type' when 'datetime' then 'moment' else v_field->>'type' end, v_value) end);
end $$;
comment on function app.aggregate_field is
  'What an aggregate names, as app.filter_field says it, with the SQL of its value (jsonb) and of '
  'its value in a type to calculate with (null where an object has another); of json its numbers. '
  '400 UNKNOWN_PROPERTY';
