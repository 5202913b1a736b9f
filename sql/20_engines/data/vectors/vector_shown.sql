create or replace function app.vector_shown(p_searched app.searched_vectors, p_vector app.vectors, p_score double precision)
returns jsonb
language plpgsql stable as $$
declare v_object app.objects;
begin
  if p_searched.object_type_id is null then
    return case when app.vector_shows(p_vector, p_searched.filter) then app.vector_result(p_vector, p_score) end;
  end if;
  -- The filter holds the policies of the type as well.
  select * into v_object from app.objects o
  where o.tenant_id = p_searched.tenant_id and o.object_type_id = p_searched.object_type_id
    and o.id = p_vector.object_id and not o.is_deleted;
  if v_object.id is null or app.filter_holds(p_searched.filter, v_object) is not true then return null; end if;
  p_vector.text := app.ai_index_text(p_searched.properties, v_object.properties);
  return app.vector_result(p_vector, p_score);
end $$;
comment on function app.vector_shown is
  'A vector that a search has found, as the API shows it; null where it does not fit the filter, or the caller may not see its object. The '
  'text of an object of an ai_index is that of now';
