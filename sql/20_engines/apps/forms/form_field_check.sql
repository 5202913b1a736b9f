create or replace function app.form_field_check(
  p_tenant text, p_type app.object_types, p_field jsonb, p_path text)
returns void
language plpgsql stable as $$
declare
  v_pattern text := p_field #>> '{validation,pattern}';
  v_property text := p_field->>'property';
  v_fault jsonb;
begin
  if v_property is not null and p_type.id is null then
    perform app.invalid(p_path || '.property', 'no_type', 'needs an object_type_id on the form');
  elsif v_property is not null and not p_type.definition ? v_property then
    perform app.fail(400, 'UNKNOWN_PROPERTY', format('%s.property names %s, which %s does not define%s',
      p_path, left(v_property, 100), p_type.name,
      coalesce(nullif(app.property_hint(v_property, p_type), ''), '.')), null, p_path || '.property');
  end if;
  if v_pattern is not null then
    perform app.regex_check(v_pattern, p_path || '.validation.pattern');
    begin
      perform '' ~ ('^(?:' || v_pattern || ')$');
    exception when invalid_regular_expression then
      perform app.invalid(p_path || '.validation.pattern', 'invalid_regex', 'is not a valid pattern');
    end;
  end if;
  if nullif(p_field->'default', 'null') is not null then
    v_fault := (app.form_value(p_tenant, p_field, p_field->'default', false)).problem;
    if v_fault is not null then
      perform app.invalid(p_path || '.default', v_fault->>'code', v_fault->>'message');
    end if;
  end if;
end $$;
comment on function app.form_field_check is
  'Refuses with 400 a field with an unknown property, an invalid or slow pattern, or a default '
  'that the field itself would refuse';
