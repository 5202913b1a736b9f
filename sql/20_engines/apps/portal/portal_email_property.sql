create or replace function app.portal_email_property(p_tenant text, p_type_id text)
returns app.properties
language plpgsql stable as $$
declare v_property app.properties;
begin
  select * into v_property from app.properties p
  where p.tenant_id = p_tenant and p.object_type_id = p_type_id and p.data_type = 'email' and p.is_unique
  order by p.name <> 'email', p.id limit 1;
  return v_property;
end $$;
comment on function app.portal_email_property is
  'Returns the property with the address of a contact: a unique one of the data type email, '
  'the one named email if there are several; null if the type has none';
