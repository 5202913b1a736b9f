create or replace function app.ai_index_remove(p_tenant text, p_type_id text)
returns void
language plpgsql volatile as $$
declare v_collection text;
begin
  -- Work that is queued finds nothing to do.
  delete from app.ai_indexes i where i.tenant_id = p_tenant and i.object_type_id = p_type_id
  returning i.collection into v_collection;
  delete from app.vector_collections c where c.tenant_id = p_tenant and c.name = v_collection;
  update app.object_types t set ai_index = null where t.tenant_id = p_tenant and t.id = p_type_id and t.ai_index is not null;
end $$;
comment on function app.ai_index_remove is
  'Removes the ai_index of a type, if it has one, with its vectors. The caller holds the type (app.object_type_own)';
