create or replace function app.aggregate_field(
  p_type app.object_types, p_name text, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_field jsonb := app.filter_field(p_type, p_name);
  v_steps text[] := case when p_type.definition ? p_name then array[p_name]
    else string_to_array(p_name, '.') end;
  v_value text;
begin
  if v_field is null then
    perform app.filter_reject(p_type, p_name, null, array[p_path], null, 0);
  end if;
  v_value := case
    when not v_field ? 'system' then 'o.properties' || (
      select string_agg(format('->%L', s), '' order by n)
      from unnest(v_steps) with ordinality u(s, n))
    when v_field->>'kind' = 'moment' then format('to_jsonb(app.moment_text(o.%I))', p_name)
    else format('to_jsonb(o.%I)', p_name) end;
  if cardinality(v_steps) > 1 and p_type.definition->v_steps[1]->>'type' = 'currency' then
    v_field := v_field || '{"kind": "part", "type": "part of a currency"}';
  end if;
  return v_field || jsonb_build_object('name', p_name, 'key', case v_field->>'kind'
    -- As text, which is hashed and sorted faster than jsonb.
    when 'text' then format('(%s) collate "C"', case
      when v_field ? 'system' then format('o.%I::text', p_name)
      else format('o.properties->>%L', p_name) end)
    when 'money' then format('app.value_key(%s)', v_value)
    else format('nullif(%s, ''null'')', v_value) end, 'value', v_value, 'typed', case
    when v_field->>'system' in ('created_at', 'updated_at') then format('o.%I', p_name)
    when v_field->>'kind' in ('number', 'json') then format('app.value_number(%s)', v_value)
    when v_field->>'kind' = 'money' then format('app.value_amount(%s)', v_value)
    when v_field->>'kind' = 'boolean' then format('app.value_boolean(%s)', v_value)
    when v_field->>'kind' = 'text' then format('app.value_text(%s) collate "C"', v_value)
    when v_field->>'type' = 'datetime' then format('app.value_moment(%s)', v_value)
    when v_field->>'type' in ('date', 'time') then
      format('app.value_%s(%s)', v_field->>'type', v_value) end);
end $$;
comment on function app.aggregate_field is
  'Resolves a field of an aggregate as app.filter_field does, with SQL of its value: as jsonb '
  '(value), such that equal values are equal and missing ones null (key), and in a type to '
  'calculate with, null where an object has another (typed; of json its numbers). 400 '
  'UNKNOWN_PROPERTY';
