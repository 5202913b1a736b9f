create or replace function app.comment_is_own(p_comment app.comments)
returns boolean
language sql stable as $$
  select coalesce(p_comment.author_id = coalesce(app.user_alone(), app.principal()->>'id'), false)
$$;
comment on function app.comment_is_own is
  'Whether the caller wrote a comment; of a run that several users wrote, none';
