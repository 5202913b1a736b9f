create or replace function app.comment_remove(p_comment app.comments)
returns void
language plpgsql volatile as $$
declare v_gone app.comments := p_comment;
begin
  v_gone.body := null;
  v_gone.mentions := '{}';
  v_gone.attachments := '{}';
  v_gone.reactions := '{}';
  v_gone.is_deleted := true;
  delete from app.comment_reactions r
  where r.tenant_id = p_comment.tenant_id and r.comment_id = p_comment.id;
  perform app.comment_save('comment.deleted', p_comment, v_gone);
end $$;
comment on function app.comment_remove is
  'Empties a locked comment and marks it deleted; its place stays, for what answers it';
