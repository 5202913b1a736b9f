create or replace function app.comment_react(p_comment app.comments, p_emoji text, p_by integer)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 20;
  v_new app.comments := p_comment;
  v_count integer := coalesce((p_comment.reactions->>p_emoji)::integer, 0) + p_by;
begin
  v_new.reactions := case when v_count = 0 then p_comment.reactions - p_emoji
    else p_comment.reactions || jsonb_build_object(p_emoji, v_count) end;
  if p_by > 0 and (select count(*) from jsonb_object_keys(v_new.reactions)) > v_most then
    perform app.fail(409, 'INVALID_STATE', format(
      'A comment can have at most %s different reactions. Use one that it already has.', v_most));
  end if;
  return app.comment_save('comment.updated', p_comment, v_new);
end $$;
comment on function app.comment_react is
  'Counts a reaction to a locked comment, or one less (p_by -1); returns the comment as the API shows '
  'it. 409 INVALID_STATE beyond 20 kinds';
