create or replace function app.collection_items(
  p_sight jsonb, p_tenant text, p_collection_id text, p_limit integer)
returns table (item app.file_collection_items, file app.files)
language plpgsql stable as $$
begin
  return query
  select i.i, f.f
  from (
    select row(i.*)::app.file_collection_items as i from app.file_collection_items i
    where i.tenant_id = p_tenant and i.collection_id = p_collection_id
    order by i.sort_order, i.added_at, i.file_id offset 0) i
  cross join lateral (
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = p_tenant and f.id = (i.i).file_id and not f.is_deleted
      and (p_sight is null or app.file_shows(p_sight, row(f.*)::app.files))
    offset 0) f
  limit p_limit;
end $$;
comment on function app.collection_items is
  'The first p_limit items of a collection in their order, with their files: those that the caller '
  'sees and that are not in the trash';
