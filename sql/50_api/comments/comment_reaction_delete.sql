create or replace function api.comment_reaction_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_comment app.comments := app.comment_lock(tenant, args);
begin
  delete from app.comment_reactions r
  where r.tenant_id = tenant and r.comment_id = v_comment.id and r.emoji = args->>'emoji'
    and r.author_id = app.comment_author();
  if not found then return app.comment_json(v_comment); end if;
  return app.comment_react(v_comment, args->>'emoji', -1);
end $$;
comment on function api.comment_reaction_delete is 'Remove a reaction';
