create or replace function api.ai_conversation_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_conversation app.ai_conversations := app.ai_conversation_find(tenant, args->>'conversation_id');
begin
  return app.ai_conversation_json(v_conversation)::jsonb
    || jsonb_build_object('messages', app.ai_messages_json(v_conversation));
end $$;
comment on function api.ai_conversation_get is 'Get a conversation with its messages';
