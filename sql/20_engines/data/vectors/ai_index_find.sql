create or replace function app.ai_index_find(p_type app.object_types)
returns app.ai_indexes
language plpgsql stable as $$
declare v_index app.ai_indexes;
begin
  select * into v_index from app.ai_indexes i
  where i.tenant_id = p_type.tenant_id and i.object_type_id = p_type.id;
  if v_index.object_type_id is null then
    perform app.fail(409, 'INVALID_STATE', format('The object type %s has no ai_index, so its '
      'objects have no vectors. Set ai_index with PATCH /v1/object-types/%1$s and list the '
      'properties to index.', p_type.name));
  end if;
  return v_index;
end $$;
comment on function app.ai_index_find is 'The ai_index of an object type; 409 when it has none';
