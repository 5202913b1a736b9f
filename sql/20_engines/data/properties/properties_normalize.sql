create or replace function app.properties_normalize(
  p_type app.object_types, p_input jsonb, p_old jsonb, p_path text)
returns jsonb
language plpgsql immutable as $$
declare
  v_untyped jsonb := p_input - p_type.names;
  v_is_plain boolean := pg_column_size(p_input) <= 10000
    and (v_untyped = '{}'
      or not p_type.is_strict and not v_untyped ? '' and pg_column_size(v_untyped) <= 255)
    and jsonb_path_match(p_input, p_type.plain,
      case when p_old is null then '{"is_new": true}' else '{"is_new": false}' end::jsonb, true)
    and not p_input @? '$.* ? (@ like_regex "^[\\s\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]*$")';
  v_result jsonb := p_input;
  v_problems jsonb[] := '{}';
  v_name text;
  v_definition jsonb;
  -- As binary JSON; a request brings less.
  v_large constant integer := 5000000;
  v_given jsonb;
  v_value jsonb;
begin
  -- Nearly all properties come as they are kept, which one expression says of all but a few of them.
  foreach v_name in array case when v_is_plain then p_type.formatted else p_type.names end loop
    continue when (v_is_plain or p_old is not null) and not p_input ? v_name;
    v_definition := p_type.definition->v_name;
    v_given := case when p_input ? v_name then nullif(p_input->v_name, 'null')
      else v_definition->'default' end;
    if v_given is not null then
      v_value := app.property_value(v_definition, v_given);
      if v_value is null then
        v_problems := v_problems || app.problem(p_path, v_name,
          'invalid_' || (v_definition->>'type'),
          'must be ' || app.property_expectation(v_definition));
      elsif v_definition ? 'required' and jsonb_typeof(v_value) = 'string'
        and app.is_blank(v_value #>> '{}') then
        v_problems := v_problems || app.problem(p_path, v_name, 'required',
          'is required: white space alone counts as nothing');
      elsif v_value is distinct from p_input->v_name then
        v_result := jsonb_set(v_result, array[v_name], v_value);
      end if;
    elsif v_definition ? 'required' then
      v_problems := v_problems || app.problem(p_path, v_name, 'required',
        'is required: send ' || app.property_expectation(v_definition));
    end if;
  end loop;
  if v_problems <> '{}' then
    perform app.fail(400, 'VALIDATION_ERROR',
      (v_problems[1]->>'path') || ' ' || (v_problems[1]->>'message'),
      to_jsonb(v_problems), v_problems[1]->>'path');
  end if;

  if v_is_plain then
    if p_old is null then return v_result; end if;
    v_result := p_old || v_result;
    if pg_column_size(v_result) > v_large then perform app.properties_size_check(v_result, p_path); end if;
    return v_result;
  end if;

  -- A name of over 255 characters makes the whole larger than that.
  if v_untyped <> '{}'
    and (p_type.is_strict or v_untyped ? '' or pg_column_size(v_untyped) > 255) then
    perform app.properties_untyped_check(p_type, p_input, p_old, p_path);
  end if;
  if p_old is not null then
    v_result := p_old || v_result;
    if pg_column_size(v_result) > v_large then perform app.properties_size_check(v_result, p_path); end if;
  end if;
  if p_input @? '$.* ? (@ == null)' then
    v_result := v_result - array(select key from jsonb_each(p_input) where value = 'null');
  end if;
  return v_result;
end $$;
comment on function app.properties_normalize is
  'An object''s new properties: p_input in normal form, merged over p_old (null for a new object, '
  'which takes defaults too). 400 VALIDATION_ERROR names every value that does not fit';
