create or replace function app.journal_comment(
  p_event text, p_old app.comments, p_new app.comments)
returns void
language sql volatile as $$
  select app.journal_write(p_new.tenant_id, p_event, 'comment', p_new.id, app.comment_json(p_new),
    case when p_old.id is not null then app.comment_json(p_old) end,
    p_object_type_id => p_new.object_type_id)
$$;
comment on function app.journal_comment is
  'The journal row of a comment''s change, before and after: an edit keeps what the comment said';
