create or replace function worker.index_fail(p_property app.properties)
returns boolean
language plpgsql volatile as $$
declare
  v_failed app.properties;
  v_done text;
begin
  perform app.object_type_own(p_property.tenant_id, p_property.object_type_id);
  update app.properties p set index_status = 'failed', index_cursor = null, is_unique = false
  where p.tenant_id = p_property.tenant_id and p.id = p_property.id
    and p.index_status = 'building' and p.index_error is not null
  returning * into v_failed;
  if v_failed.id is not null then
    delete from app.object_index x
    where x.tenant_id = p_property.tenant_id and x.property_id = p_property.id;
    perform app.object_type_refresh(p_property.tenant_id, p_property.object_type_id);
    v_done := app.journal_write(p_property.tenant_id, 'property.updated', 'property', v_failed.id,
      app.property_json(v_failed), app.property_json(p_property),
      p_object_type_id => v_failed.object_type_id);
  end if;
  return true;
end $$;
comment on function worker.index_fail is
  'Gives up a unique index whose index_error says that a value turned up twice while it was built; '
  'always true';
