create or replace function app.ai_conversation_json(p_conversation app.ai_conversations)
returns json
language sql stable as $$
  select json_build_object('id', p_conversation.id, 'title', p_conversation.title,
    'message_count', p_conversation.messages, 'created_at', p_conversation.created_at,
    'updated_at', p_conversation.updated_at)
$$;
comment on function app.ai_conversation_json is 'A conversation as lists show it';
