create or replace function api.comment_reaction_put(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_comment app.comments := app.comment_lock(tenant, args);
  v_now timestamptz := clock_timestamp();
begin
  perform app.emoji_check(args->>'emoji');
  insert into app.comment_reactions (tenant_id, comment_id, emoji, author_id, created_at)
  values (tenant, v_comment.id, args->>'emoji', app.comment_author(), v_now)
  on conflict do nothing;
  if not found then return app.comment_json(v_comment); end if;
  return app.comment_react(v_comment, args->>'emoji', 1);
end $$;
comment on function api.comment_reaction_put is 'React to a comment';
