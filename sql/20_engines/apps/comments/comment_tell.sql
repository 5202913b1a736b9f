create or replace function app.comment_tell(p_comment app.comments, p_mentioned text[])
returns text[]
language plpgsql volatile as $$
declare
  v_most constant integer := 200;
  v_new text[] := array(
    select m from unnest(p_mentioned) m
    where m <> all (p_comment.told) and m <> p_comment.author_id);
  v_email text := app.principal()->>'email';
begin
  if v_new = '{}' then return p_comment.told; end if;
  v_new := app.comment_shown_to(p_comment, v_new);
  if cardinality(p_comment.told || v_new) > v_most then
    perform app.invalid('mentions', 'too_many', format(
      'would exceed the limit of %s users notified by this comment, including its edits', v_most));
  end if;
  if v_new <> '{}' then
    -- Without the text: it would outlive the comment, and what the user may see.
    perform app.notify(p_comment.tenant_id, v_new, 'mention',
      coalesce(left(v_email, 250) || ' mentioned you in a comment', 'A comment mentions you'), null,
      jsonb_strip_nulls(jsonb_build_object('comment_id', p_comment.id,
        'object_type_id', p_comment.object_type_id, 'object_id', p_comment.object_id,
        'file_id', p_comment.file_id)));
  end if;
  return p_comment.told || v_new;
end $$;
comment on function app.comment_tell is
  'Notifies users whom a comment mentions, if they see it, are not its author, and were not '
  'notified before; returns everyone who has been notified by now. 400 beyond 200';
