create or replace function app.portal_type(p_tenant text)
returns app.object_types
language plpgsql stable as $$
declare
  v_portal jsonb := app.auth_config(p_tenant)->'portal';
  v_type app.object_types;
begin
  if not v_portal @> '{"enabled": true}' then return null; end if;
  select * into v_type from app.object_types t
  where t.tenant_id = p_tenant and t.id = v_portal->>'object_type_id';
  return v_type;
end $$;
comment on function app.portal_type is
  'The type whose objects are the contacts of the portal; null where the portal is switched off, or its type is gone';
