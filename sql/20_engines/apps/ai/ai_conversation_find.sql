create or replace function app.ai_conversation_find(p_tenant text, p_id text)
returns app.ai_conversations
language plpgsql stable as $$
declare v_conversation app.ai_conversations;
begin
  select * into v_conversation from app.ai_conversations c
  where c.tenant_id = p_tenant and c.id = p_id and c.owner = app.actor();
  if not found then perform app.not_found('conversation', p_id); end if;
  return v_conversation;
end $$;
comment on function app.ai_conversation_find is 'A conversation of the caller''s own by its id; 404 for any other';
