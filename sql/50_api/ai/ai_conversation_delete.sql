create or replace function api.ai_conversation_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.ai_conversations := app.ai_conversation_lock(tenant, args->>'conversation_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.ai_conversations c where c.tenant_id = tenant and c.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.ai_conversation_delete is 'Delete a conversation';
