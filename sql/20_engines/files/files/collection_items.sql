create or replace function app.collection_items(
  p_sight jsonb, p_tenant text, p_collection_id text)
returns table (item app.file_collection_items, file app.files)
language sql stable as $$
  select i, f
  from app.file_collection_items i
  join app.files f on f.tenant_id = p_tenant and f.id = i.file_id
  where i.tenant_id = p_tenant and i.collection_id = p_collection_id and not f.is_deleted
    and (p_sight is null or app.file_shows(p_sight, f))
  order by i.sort_order, i.added_at, i.file_id
$$;
comment on function app.collection_items is
  'The items of a collection in their order, with their files: those that the caller sees and that '
  'are not in the trash';
