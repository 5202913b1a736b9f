create or replace function api.collection_order(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_collection app.file_collections := app.collection_lock(tenant, args->>'collection_id');
  v_id text := v_collection.id;
  v_places jsonb;
  v_moved integer;
begin
  -- Places by file id, to look up: joining two lists of ten thousand without an index takes minutes.
  select json_object_agg(e.id, e.n order by e.n desc)::jsonb into v_places
  from jsonb_array_elements_text(args->'file_ids') with ordinality e(id, n);
  select json_object_agg(o.file_id, o.place)::jsonb into v_places
  from (
    select i.file_id, row_number() over (
      order by (v_places->>i.file_id)::integer nulls last, i.sort_order, i.added_at, i.file_id)
      as place
    from app.file_collection_items i
    where i.tenant_id = tenant and i.collection_id = v_id) o;
  update app.file_collection_items i set sort_order = (v_places->>i.file_id)::integer
  where i.tenant_id = tenant and i.collection_id = v_id
    and i.sort_order <> (v_places->>i.file_id)::integer;
  get diagnostics v_moved = row_count;
  if v_moved > 0 then
    perform app.collection_items_changed(
      v_collection, jsonb_build_object('ordered', args->'file_ids'));
  end if;
  return json_build_object('collection_id', v_id, 'moved', v_moved);
end $$;
comment on function api.collection_order is 'Reorder the files in a collection';
