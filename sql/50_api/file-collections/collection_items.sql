create or replace function api.collection_items(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_id text := (app.collection_find(tenant, args->>'collection_id')).id;
  v_sight jsonb := app.file_sight(tenant);
begin
  return (
    with seen as materialized (select s.* from app.collection_items(v_sight, tenant, v_id) s),
    page as (
      select s.* from seen s
      order by (s.item).sort_order, (s.item).added_at, (s.item).file_id
      limit v_limit offset v_offset)
    select app.listed(
      json_agg(app.collection_item_json(p.item, p.file)
        order by (p.item).sort_order, (p.item).added_at, (p.item).file_id),
      (select count(*) from seen))
    from page p);
end $$;
comment on function api.collection_items is 'List the files in a collection, in its order';
