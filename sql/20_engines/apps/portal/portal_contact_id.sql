create or replace function app.portal_contact_id(p_type app.object_types, p_email text)
returns text
language plpgsql stable as $$
declare
  v_property app.properties := app.portal_email_property(p_type.tenant_id, p_type.id);
  v_value text := app.index_text(to_jsonb(lower(p_email)));
begin
  return (select i.object_id from app.object_index i
    where i.tenant_id = p_type.tenant_id and i.property_id = v_property.id
      and i.text_value = v_value and i.number_value = 0 and i.is_unique);
end $$;
comment on function app.portal_contact_id is 'The id of the contact with this address, in any case; null of none. Contacts in the trash hold none';
