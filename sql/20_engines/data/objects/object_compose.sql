create or replace function app.object_compose(
  p_tenant text, p_object_type_id text, p_id text, p_properties jsonb)
returns void
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_old app.objects;
  v_new app.objects;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_type from app.object_types t
  where t.tenant_id = p_tenant and t.id = p_object_type_id;
  select * into v_old from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = p_object_type_id and o.id = p_id for update;
  v_new := v_old;
  v_new.properties := p_properties;
  update app.objects o set properties = p_properties
  where o.tenant_id = p_tenant and o.object_type_id = p_object_type_id and o.id = p_id;
  perform app.index_replace(v_type, array[v_old], array[v_new]);
  perform app.search_replace(v_type, array[v_old], array[v_new]);
end $$;
comment on function app.object_compose is
  'Puts properties that say the same, composed as NFC, in the place of those of an object, for an upgrade: no '
  'version, no event. 409 UNIQUE_VIOLATION';
