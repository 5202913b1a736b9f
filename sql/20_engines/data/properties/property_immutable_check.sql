create or replace function app.property_immutable_check(p_property app.properties, args jsonb)
returns void
language plpgsql immutable as $$
declare v_field text := (
  select f.name
  from (values ('name', p_property.name), ('data_type', p_property.data_type)) f(name, value)
  where args ? f.name and args->>f.name is distinct from f.value limit 1);
begin
  if v_field is not null then
    perform app.fail(400, 'IMMUTABLE_FIELD',
      format('The %s of a property cannot be changed. Create another property and move the values '
        'to it.',
        v_field), null, v_field);
  end if;
end $$;
comment on function app.property_immutable_check is
  'Refuses with 400 IMMUTABLE_FIELD a change to the name or data type of a property';
