create or replace function app.collection_shown(
  p_sight jsonb, p_collection app.file_collections)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;
  v_tenant text := p_collection.tenant_id;
  v_cover text := p_collection.cover_file_id;
begin
  p_collection.cover_file_id := (
    select f.id from app.files f
    where f.tenant_id = v_tenant and f.id = v_cover and not f.is_deleted
      and app.file_shows(p_sight, row(f.*)::app.files));
  return (app.collection_json(p_collection)::jsonb || jsonb_build_object('item_count', (
    select count(*) from app.collection_items(p_sight, v_tenant, p_collection.id, v_most))))::json;
end $$;
comment on function app.collection_shown is
  'A collection as the API shows it: its cover, and how many files it has, among those that the '
  'caller sees (p_sight of app.file_sight)';
