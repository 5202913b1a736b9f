create or replace function app.ai_conversation_lock(p_tenant text, p_id text)
returns app.ai_conversations
language plpgsql volatile as $$
begin
  perform from app.ai_conversations c where c.tenant_id = p_tenant and c.id = p_id for update;
  return app.ai_conversation_find(p_tenant, p_id);
end $$;
comment on function app.ai_conversation_lock is 'app.ai_conversation_find for a change: with the row locked';
