create or replace function app.ai_messages_json(p_conversation app.ai_conversations)
returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('role', m.role, 'content', m.content,
      'sources', m.sources, 'model', m.model, 'created_at', m.created_at) order by m.position), '[]')
    from app.ai_messages m
    where m.tenant_id = p_conversation.tenant_id and m.conversation_id = p_conversation.id);
end $$;
comment on function app.ai_messages_json is 'Returns the messages of a conversation, oldest first';
