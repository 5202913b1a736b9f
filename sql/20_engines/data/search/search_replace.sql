create or replace function app.search_replace(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns integer
language plpgsql volatile as $$
declare
  v_changed app.objects[] := '{}';
  v_ids text[] := '{}';
begin
  for i in 1 .. cardinality(p_new) loop
    if p_old[i].properties - p_type.silent <> p_new[i].properties - p_type.silent
      or p_old[i].is_deleted <> p_new[i].is_deleted then
      v_changed := v_changed || p_new[i];
      v_ids := v_ids || p_new[i].id::text;
    end if;
  end loop;
  if v_ids = '{}' then return 0; end if;

  with words as materialized (
    select * from app.search_entries(p_type, v_changed)),
  put as (
    insert into app.object_search as s (tenant_id, object_type_id, object_id, document)
    select * from words
    on conflict (tenant_id, object_type_id, object_id) do update
      set document = excluded.document where s.document <> excluded.document)
  delete from app.object_search s
  where s.tenant_id = p_type.tenant_id and s.object_type_id = p_type.id
    and s.object_id = any (v_ids)
    and not exists (select from words w where w.object_id = s.object_id);
  return cardinality(v_ids);
end $$;
comment on function app.search_replace is
  'Brings full text search from the old state of objects (p_old[i]) to the new one (p_new[i]), '
  'where their texts changed; trashed objects have none. Returns how many those are';
