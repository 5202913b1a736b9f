create or replace function app.default_check(p_property app.properties)
returns void
language plpgsql immutable as $$
begin
  if coalesce(p_property.default_value, 'null') <> 'null'
    and app.property_value(app.property_definition(p_property), p_property.default_value) is null
  then
    perform app.invalid('default_value', 'invalid_' || p_property.data_type,
      'must be ' || app.property_expectation(app.property_definition(p_property)));
  elsif p_property.is_required and jsonb_typeof(p_property.default_value) = 'string'
    and app.is_blank(p_property.default_value #>> '{}') then
    perform app.invalid('default_value', 'required',
      'must hold more than white space, because the property is required');
  end if;
end $$;
comment on function app.default_check is '400 when default_value does not fit the data type';
