create or replace function app.ai_history(p_tenant text, p_id text)
returns jsonb
language plpgsql stable as $$
declare
  v_most constant integer := 40;
  v_conversation app.ai_conversations;
begin
  if p_id is null then return '[]'; end if;
  v_conversation := app.ai_conversation_find(p_tenant, p_id);
  if v_conversation.messages > 998 then
    perform app.fail(409, 'INVALID_STATE', 'This conversation has reached the limit of 1000 messages. Start a new one.');
  end if;
  return (
    select coalesce(json_agg(jsonb_build_object('role', m.role, 'content', m.content) order by m.position)::jsonb, '[]')
    from app.ai_messages m
    where m.tenant_id = p_tenant and m.conversation_id = v_conversation.id
      and m.position > v_conversation.messages - v_most);
end $$;
comment on function app.ai_history is
  'The last 40 messages of a conversation, which a model is told again: [{role, content}]; 404, 409 where it is full';
