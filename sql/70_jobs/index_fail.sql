create or replace function jobs.index_fail(p_property app.properties, p_message text)
returns void
language plpgsql volatile as $$
begin
  update app.properties p set index_status = 'failed', index_cursor = null, is_unique = false,
    index_error = jsonb_build_object('code', 'UNIQUE_VIOLATION', 'message', p_message)
  where p.tenant_id = p_property.tenant_id and p.id = p_property.id;
  delete from app.object_index x where x.tenant_id = p_property.tenant_id and x.property_id = p_property.id;
  perform app.object_type_refresh(p_property.tenant_id, p_property.object_type_id);
end $$;
comment on function jobs.index_fail is 'Gives up a unique index: a value turned up twice while it was built; the property says which';
