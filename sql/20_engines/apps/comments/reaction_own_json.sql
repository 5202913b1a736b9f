create or replace function app.reaction_own_json(p_reaction app.comment_reactions)
returns jsonb
language sql stable as $$
  select jsonb_build_object('comment_id', p_reaction.comment_id, 'emoji', p_reaction.emoji,
    'created_at', p_reaction.created_at)
$$;
comment on function app.reaction_own_json is 'A reaction to a comment, in the export of a user''s data';
