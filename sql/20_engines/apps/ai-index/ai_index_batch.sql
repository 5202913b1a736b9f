create or replace function app.ai_index_batch(p_index app.ai_indexes, p_limit integer)
returns jsonb
language plpgsql stable as $$
declare
  v_tenant constant text := p_index.tenant_id;
  v_type_id constant text := p_index.object_type_id;
  v_changes text[];
  v_ids text[];
  v_read text[] := '{}';
  v_room integer;
  v_id text;
  v_text text;
  v_object app.objects;
  v_items jsonb := '[]';
  v_gone text[] := '{}';
begin
  select coalesce(array_agg(c.id::text), '{}'), coalesce(array_agg(distinct c.object_id), '{}') into v_changes, v_ids
  from (
    select x.id, x.object_id from app.ai_index_changes x
    where x.tenant_id = v_tenant and x.object_type_id = v_type_id order by x.id limit p_limit) c;
  v_room := p_limit - cardinality(v_ids);
  if p_index.cursor is not null and v_room > 0 then
    v_read := array(
      select o.id::text from app.objects o
      where o.tenant_id = v_tenant and o.object_type_id = v_type_id and o.id > p_index.cursor and not o.is_deleted
      order by o.id limit v_room);
  end if;
  if v_changes = '{}' and (p_index.cursor is null or v_room = 0) then return null; end if;
  for v_id in select distinct u from unnest(v_ids || v_read) u order by 1 loop
    v_object := app.vector_object(v_tenant, v_type_id, v_id);
    v_text := case when v_object.id is not null then app.ai_index_text(p_index.properties, v_object.properties) end;
    if v_text is null then
      v_gone := v_gone || v_id;
    elsif not exists (
      select 1 from app.vectors v
      where v.tenant_id = v_tenant and v.collection = p_index.collection and v.id = v_id
        and v.digest = sha256(convert_to(v_text, 'UTF8')))
    then
      v_items := v_items || jsonb_build_object('id', v_id, 'text', v_text);
    end if;
  end loop;
  return jsonb_build_object('items', v_items, 'changes', v_changes, 'gone', v_gone, 'read', cardinality(v_read),
    'cursor', case when p_index.cursor is null then null when cardinality(v_read) = v_room and v_room > 0
      then v_read[v_room] when v_room = 0 then p_index.cursor end);
end $$;
comment on function app.ai_index_batch is
  'Returns the next work of an ai_index, as its author sees the objects: {items: [{id, text}] '
  'whose text differs from that of their vector, changes: events that this follows, gone: objects '
  'that shall have no vector, read: how many of those there were at the beginning, cursor: the '
  'last of these, null when there are no more}. Null when nothing is left';
