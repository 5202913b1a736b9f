create or replace function app.properties_normalize(
  p_type app.object_types, p_input jsonb, p_old jsonb, p_path text)
returns jsonb
language plpgsql immutable as $$
declare
  v_result jsonb := p_input;
  v_problems jsonb := '[]';
  v_name text;
  v_definition jsonb;
  v_value jsonb;
begin
  for v_name, v_definition in
    select key, value from jsonb_each(p_type.definition) where p_old is null or p_input ? key
  loop
    v_value := nullif(p_input->v_name, 'null');
    if v_value is null and not p_input ? v_name then v_value := v_definition->'default'; end if;
    if v_value is null then
      if v_definition ? 'required' then
        v_problems := v_problems || jsonb_build_object('path', p_path || '.' || v_name, 'code', 'required',
          'message', 'is required: send ' || app.property_expectation(v_definition));
      end if;
    else
      v_value := app.property_value(v_definition, v_value);
      if v_value is null then
        v_problems := v_problems || jsonb_build_object('path', p_path || '.' || v_name, 'code', 'invalid_' || (v_definition->>'type'),
          'message', 'must be ' || app.property_expectation(v_definition));
      else
        v_result := jsonb_set(v_result, array[v_name], v_value);
      end if;
    end if;
  end loop;
  if v_problems <> '[]' then
    perform app.fail(400, 'VALIDATION_ERROR', (v_problems->0->>'path') || ' ' || (v_problems->0->>'message'),
      v_problems, v_problems->0->>'path');
  end if;

  perform app.properties_untyped_check(p_type, p_input, p_path);
  v_result := coalesce(p_old, '{}') || v_result;
  if p_input @? '$.* ? (@ == null)' then
    v_result := v_result - array(select key from jsonb_each(p_input) where value = 'null');
  end if;
  return v_result;
end $$;
comment on function app.properties_normalize is
  'An object''s new properties: p_input in normal form, merged over p_old (null for a new object, which takes defaults too). 400 VALIDATION_ERROR names every value that does not fit';
