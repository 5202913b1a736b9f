create or replace function app.comment_shows(p_sight jsonb, p_comment app.comments)
returns boolean
language plpgsql stable as $$
begin
  if p_comment.file_id is not null then
    return exists (
      select 1 from app.files f
      where f.tenant_id = p_comment.tenant_id and f.id = p_comment.file_id and not f.is_deleted
        and app.file_shows(p_sight, row(f.*)::app.files))
      and (p_sight is null or 'file' <> all (app.events_hidden()));
  end if;
  return exists (
      select 1 from app.objects o
      where o.tenant_id = p_comment.tenant_id and o.object_type_id = p_comment.object_type_id
        and o.id = p_comment.object_id and not o.is_deleted)
    and app.policies_show(nullif(p_sight->'policies', 'null'), p_comment.tenant_id,
      p_comment.object_type_id, p_comment.object_id);
end $$;
comment on function app.comment_shows is
  'Whether the caller sees a comment: if they see its object or file, and that is not in the trash '
  '(p_sight of app.file_sight)';
