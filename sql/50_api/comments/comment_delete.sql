create or replace function api.comment_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_comment app.comments := app.comment_lock(tenant, args);
begin
  if not app.comment_is_own(v_comment)
    and not app.acts_on_all('comments:manage') then
    perform app.fail(403, 'FORBIDDEN',
      'Only its author, or a role that permits comments:manage, may delete a comment.');
  end if;
  perform app.comment_remove(v_comment);
  return json_build_object('id', v_comment.id, 'deleted', true);
end $$;
comment on function api.comment_delete is 'Delete a comment';
