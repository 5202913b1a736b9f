create or replace function api.ai_conversation_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_conversation app.ai_conversations := app.ai_conversation_find(tenant, args->>'conversation_id');
begin
  delete from app.ai_conversations c where c.tenant_id = tenant and c.id = v_conversation.id;
  return json_build_object('id', v_conversation.id, 'deleted', true);
end $$;
comment on function api.ai_conversation_delete is 'Delete one of your conversations';
