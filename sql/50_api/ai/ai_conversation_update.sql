create or replace function api.ai_conversation_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.ai_conversations := app.ai_conversation_lock(tenant, args->>'conversation_id');
  v_title text := coalesce(args->>'title', v_old.title);
  v_now timestamptz := clock_timestamp();
  v_new app.ai_conversations;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_title is not distinct from v_old.title then return app.ai_conversation_json(v_old); end if;
  update app.ai_conversations c set title = v_title, updated_at = v_now
  where c.tenant_id = tenant and c.id = v_old.id returning * into v_new;
  return app.ai_conversation_json(v_new);
end $$;
comment on function api.ai_conversation_update is 'Rename a conversation';
