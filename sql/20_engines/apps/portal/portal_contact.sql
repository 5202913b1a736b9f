create or replace function app.portal_contact(p_tenant text, p_type_id text, p_id text)
returns json
language plpgsql stable as $$
declare
  v_email app.properties := app.portal_email_property(p_tenant, p_type_id);
  v_object app.objects;
begin
  select * into v_object from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = p_id and not o.is_deleted;
  if not found then return null; end if;
  return json_build_object('object_type_id', p_type_id, 'object_id', p_id,
    'email', v_object.properties->>v_email.name);
end $$;
comment on function app.portal_contact is
  'A contact as the portal shows it {object_type_id, object_id, email}; null of one that is in the trash or gone';
