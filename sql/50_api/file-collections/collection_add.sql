create or replace function api.collection_add(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 10000;
  v_collection app.file_collections := app.collection_lock(tenant, args->>'collection_id');
  v_id text := v_collection.id;
  v_wanted text[] := array(select jsonb_array_elements_text(args->'file_ids'));
  v_sight jsonb := app.file_sight(tenant);
  v_files app.files[];
  v_count integer;
  v_last integer;
  v_added text[];
begin
  -- Locked against permanent removal meanwhile; in one order, so that callers never wait in a
  -- circle.
  v_files := array(
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = tenant and f.id = any (v_wanted) and not f.is_deleted
    order by f.id for key share);
  select count(*), coalesce(max(i.sort_order), 0) into v_count, v_last
  from app.file_collection_items i where i.tenant_id = tenant and i.collection_id = v_id;

  with chosen as (
    select f.id, row_number() over (order by array_position(v_wanted, f.id::text)) as n
    from unnest(v_files) f where app.file_shows(v_sight, f)),
  added as (
    insert into app.file_collection_items
      (tenant_id, collection_id, file_id, sort_order, added_at, added_by)
    select tenant, v_id, c.id, v_last + c.n, clock_timestamp(), app.principal()->>'user_id'
    from chosen c
    on conflict do nothing
    returning file_id, sort_order)
  select coalesce(array_agg(a.file_id::text order by a.sort_order), '{}') into v_added from added a;
  if v_count + cardinality(v_added) > v_most then
    perform app.fail(409, 'INVALID_STATE', 'A collection can have at most 10,000 files. Remove '
      'some first, or create another collection.', '{"max": 10000}');
  end if;
  if v_added <> '{}' then
    perform app.collection_items_changed(
      v_collection, jsonb_build_object('added', to_jsonb(v_added)));
  end if;
  return json_build_object('collection_id', v_id, 'added', cardinality(v_added));
end $$;
comment on function api.collection_add is 'Add up to 100 files to a collection';
