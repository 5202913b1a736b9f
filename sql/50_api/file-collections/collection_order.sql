create or replace function api.collection_order(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_collection app.file_collections := app.collection_lock(tenant, args->>'collection_id');
  v_id text := v_collection.id;
  v_places jsonb;
  v_moved integer;
begin
  -- By key: ten thousand looked for in a list of ten thousand would take seconds.
  select jsonb_object_agg(e.id, e.n order by e.n desc) into v_places
  from jsonb_array_elements_text(args->'file_ids') with ordinality e(id, n);
  update app.file_collection_items i set sort_order = o.place
  from (
    select c.file_id, row_number() over (
      order by (v_places->>c.file_id)::integer nulls last, c.sort_order, c.added_at, c.file_id)
      as place
    from app.file_collection_items c
    where c.tenant_id = tenant and c.collection_id = v_id) o
  where i.tenant_id = tenant and i.collection_id = v_id and i.file_id = o.file_id
    and i.sort_order <> o.place;
  get diagnostics v_moved = row_count;
  if v_moved > 0 then
    perform app.collection_items_changed(
      v_collection, jsonb_build_object('ordered', args->'file_ids'));
  end if;
  return json_build_object('collection_id', v_id, 'moved', v_moved);
end $$;
comment on function api.collection_order is
  'Put the files of a collection in order: those named first, the others behind them as they were';
