create or replace function app.index_start(p_type app.object_types, p_property app.properties)
returns app.properties
language plpgsql volatile as $$
declare
  v_at_once constant integer := 10000;
  v_total bigint := (app.object_total(p_type.tenant_id, p_type.id)).live;
begin
  delete from app.object_index x
  where x.tenant_id = p_property.tenant_id and x.property_id = p_property.id;
  update app.properties p set index_done = 0, index_total = v_total, index_cursor = null,
    index_error = null,
    index_status = case when app.index_wanted(row(p.*)::app.properties)
      then 'building' else 'none' end
  where p.tenant_id = p_property.tenant_id and p.id = p_property.id returning * into p_property;
  p_type := app.object_type_refresh(p_property.tenant_id, p_property.object_type_id);
  if p_property.index_status = 'none' then return p_property; end if;

  if p_property.is_unique then perform app.unique_precheck(p_type, p_property); end if;
  if v_total <= v_at_once then
    p_property := app.index_build(p_type, p_property, v_at_once + 1);
    perform app.object_type_refresh(p_property.tenant_id, p_property.object_type_id);
  end if;
  return p_property;
end $$;
comment on function app.index_start is
  'Builds a property''s index again: small types at once, '
  'large ones by the worker (worker.index_build), with progress on the property. '
  'The caller holds the type (app.object_type_own)';
