create or replace function api.ai_chat(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_answer jsonb := args->'answer';
  v_id text := case when args @> '{"store": true}'
    then app.ai_converse(tenant, args->>'conversation_id', args->>'question', v_answer) end;
begin
  perform app.ai_record(tenant, 'chat', args->'used');
  return v_answer || jsonb_build_object('id', app.new_id('aim'), 'conversation_id', v_id);
end $$;
comment on function api.ai_chat is
  'Records the tokens of a chat, and stores the conversation if asked';
