create or replace function app.search_holds(p_external jsonb, p_object app.objects)
returns boolean
language plpgsql stable as $$
declare v_query tsquery := p_external->>'matches';
begin
  if p_external->>'property' is null then
    return exists (
      select 1 from app.object_search s
      where s.tenant_id = p_object.tenant_id and s.object_type_id = p_object.object_type_id
        and s.object_id = p_object.id and s.document @@ v_query);
  end if;
  return jsonb_typeof(p_object.properties->(p_external->>'property')) = 'string'
    and app.words(left(p_object.properties->>(p_external->>'property'), 100000))
      @@ v_query;
end $$;
comment on function app.search_holds is
  'Whether an object matches a full text query, in one property or (null) in any';
