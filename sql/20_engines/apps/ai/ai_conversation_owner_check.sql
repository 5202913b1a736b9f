create or replace function app.ai_conversation_owner_check(p_conversation app.ai_conversations)
returns void
language plpgsql stable as $$
begin
  if p_conversation.owner ^@ 'user:' then
    perform app.user_find(p_conversation.tenant_id, substr(p_conversation.owner, 6));
  end if;
end $$;
comment on function app.ai_conversation_owner_check is
  '404 for a conversation of a user who is gone: it went with them, and does not come back without them';
