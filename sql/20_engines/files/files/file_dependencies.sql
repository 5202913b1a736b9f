create or replace function app.file_dependencies(p_file app.files)
returns jsonb
language plpgsql stable as $$
declare
  v_tenant text := p_file.tenant_id;
  v_id text := p_file.id;
begin
  return app.dependencies(array[row('file', 1)::app.dependency,
    row('version', (
      select count(*) from app.file_versions v
      where v.tenant_id = v_tenant and v.file_id = v_id))::app.dependency,
    row('tag', (
      select count(*) from app.file_taggings g
      where g.tenant_id = v_tenant and g.file_id = v_id))::app.dependency,
    row('collection', (
      select count(*) from app.file_collection_items i
      where i.tenant_id = v_tenant and i.file_id = v_id))::app.dependency,
    row('comment', (
      select count(*) from app.comments c
      where c.tenant_id = v_tenant and c.file_id = v_id and not c.is_deleted))::app.dependency]);
end $$;
comment on function app.file_dependencies is
  'Returns the records that go with a permanently deleted file: it, its versions, its places '
  'under tags and in collections, its comments';
