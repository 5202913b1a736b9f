create or replace function app.export_conversations(p_tenant text, p_user_id text)
returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(c.shown order by c.id), '[]')
    from (
      select c.id, app.ai_conversation_json(row(c.*)::app.ai_conversations)::jsonb || jsonb_build_object(
        'messages', app.ai_messages_json(row(c.*)::app.ai_conversations)) as shown
      from app.ai_conversations c
      where c.tenant_id = p_tenant and c.owner = 'user:' || p_user_id
      order by c.id limit 10000) c);
end $$;
comment on function app.export_conversations is
  'Returns a user''s conversations with models, for the export of their data';
