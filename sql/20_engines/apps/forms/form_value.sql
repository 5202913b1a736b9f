create or replace function app.form_value(
  p_tenant text, p_field jsonb, p_given jsonb, p_is_text boolean, out value jsonb, out problem jsonb)
language plpgsql volatile as $$
declare
  v_name text := p_field->>'name';
  v_options jsonb := jsonb_path_query_array(p_field->'options', '$[*].value');
  v_kind text := p_field->>'type';
  v_type text := case when v_kind <> 'checkbox' then v_kind
    when v_options = '[]' then 'boolean' else 'array' end;
  v_definition jsonb := jsonb_strip_nulls(jsonb_build_object('type', v_type,
    'country', case when v_type = 'phone' then app.default_country(p_tenant) end));
begin
  value := case when p_is_text then app.form_text_value(v_type, p_given) else p_given end;
  if v_type = 'hidden' then
    value := case when jsonb_typeof(value) in ('string', 'number', 'boolean')
      and length(value #>> '{}') <= 10000 then value end;
  elsif v_type in ('select', 'enum', 'file') then
    value := case when jsonb_typeof(value) = 'string' then value end;
  else
    value := app.property_value(v_definition, value);
  end if;
  if value is null then
    problem := app.form_problem(v_name, 'invalid_' || v_kind, 'must be ' || case
      when v_options <> '[]' then 'one of ' || app.form_option_names(v_options)
      when v_type = 'file' then 'the id of a file that was uploaded for this field'
      when v_type = 'hidden' then 'a text, a number, true or false'
      else app.property_expectation(v_definition) end);
  elsif v_options <> '[]' and not v_options @> (case jsonb_typeof(value)
    when 'array' then value else jsonb_build_array(value) end) then
    problem := app.form_problem(v_name, 'not_an_option',
      'must be one of ' || app.form_option_names(v_options));
  elsif p_field->'validation' <> '{}' then
    problem := app.form_validation(v_name, p_field->'validation', value);
  end if;
end $$;
comment on function app.form_value is
  'Converts a value of a field to the normal form of its type, or returns its error. p_is_text: '
  'it comes from a page, where everything is text';
