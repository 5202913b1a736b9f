create or replace function app.property_hint(p_given text, p_type app.object_types)
returns text
language sql stable as $$
  select case when app.may_know('read', 'objects:read') and app.type_is_permitted(p_type, 'read')
    then app.nearest_hint(p_given, p_type.names) else '' end
$$;
comment on function app.property_hint is
  'The end of a message about an unknown property: the one that was probably meant, for those who may see the type';
