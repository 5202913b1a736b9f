create or replace function app.search_replace(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns integer
language plpgsql volatile as $$
declare
  v_id text;
  v_document tsvector;
  v_count integer := 0;
begin
  for i in 1 .. cardinality(p_new) loop
    continue when p_old[i].is_deleted = p_new[i].is_deleted
      and p_old[i].properties - p_type.silent = p_new[i].properties - p_type.silent;
    v_count := v_count + 1;
    v_id := p_new[i].id;
    v_document := '';
    if not p_new[i].is_deleted then
      v_document := app.search_document(p_type.silent, p_new[i].properties);
    end if;
    if v_document = '' then
      delete from app.object_search s
      where s.tenant_id = p_type.tenant_id and s.object_type_id = p_type.id
        and s.object_id = v_id;
      continue;
    end if;
    if not p_old[i].is_deleted then
      update app.object_search s set document = v_document
      where s.tenant_id = p_type.tenant_id and s.object_type_id = p_type.id and s.object_id = v_id;
      continue when found;
    end if;
    insert into app.object_search (tenant_id, object_type_id, object_id, document)
    values (p_type.tenant_id, p_type.id, v_id, v_document);
  end loop;
  return v_count;
end $$;
comment on function app.search_replace is
  'Brings full text search from the old state of objects (p_old[i]) to the new one (p_new[i]), '
  'where their texts changed; trashed objects have none. Returns how many those are';
