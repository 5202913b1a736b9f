create or replace function app.user_dependencies(p_tenant text, p_user_id text)
returns jsonb
language plpgsql stable as $$
declare
  v_types text[] := array(select t.id from app.object_types t where t.tenant_id = p_tenant);
begin
  return app.dependencies(array[
    row('object', (
      select count(*) from unnest(v_types) t(id) cross join lateral (
        select 1 from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = t.id and o.created_by = p_user_id
          and not o.is_deleted offset 0) o))::app.dependency,
    row('file', (
      select count(*) from app.files f
      where f.tenant_id = p_tenant and f.uploaded_by = p_user_id
        and not f.is_deleted))::app.dependency,
    row('comment', (
      select count(*) from app.comments c
      where c.tenant_id = p_tenant and c.author_id = p_user_id
        and not c.is_deleted))::app.dependency]);
end $$;
comment on function app.user_dependencies is
  'Returns the records of a user that may stay when the user is deleted: the objects they '
  'created, the files that they uploaded, their comments';
