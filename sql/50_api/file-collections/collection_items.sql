create or replace function api.collection_items(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;  -- to be counted
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_id text := (app.collection_find(tenant, args->>'collection_id')).id;
  v_sight jsonb := app.file_sight(tenant);
begin
  return (
    with seen as materialized (
      select s.*, row_number() over () as place
      from app.collection_items(v_sight, tenant, v_id, greatest(v_most + 1, v_offset + v_limit)) s)
    select app.listed((
        select json_agg(app.collection_item_json(p.item, p.file) order by p.place)
        from seen p where p.place > v_offset and p.place <= v_offset + v_limit),
      count(*), v_most)
    from seen);
end $$;
comment on function api.collection_items is 'List the files in a collection, in its order';
