create or replace function app.ai_converse(p_tenant text, p_id text, p_question text, p_answer jsonb)
returns text
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_id text := coalesce(p_id, app.new_id('conv'));
  v_owner text := app.actor();
  v_title text := left(regexp_replace(p_question, '\s+', ' ', 'g'), 80);
  v_sources jsonb := coalesce((
    select json_agg(s - 'excerpt')::jsonb from jsonb_array_elements(p_answer->'sources') s), '[]');
  v_at integer;
begin
  if p_id is null then
    insert into app.ai_conversations (tenant_id, id, owner, title, messages, created_at, updated_at)
    values (p_tenant, v_id, v_owner, v_title, 2, v_now, v_now);
    v_at := 2;
  else
    update app.ai_conversations c set messages = c.messages + 2, updated_at = v_now
    where c.tenant_id = p_tenant and c.id = p_id and c.owner = v_owner and c.messages <= 998
    returning c.messages into v_at;
    -- Deleted, or filled by another answer, since the question was asked: the answer counts all the same.
    if v_at is null then return null; end if;
  end if;
  insert into app.ai_messages (tenant_id, conversation_id, position, role, content, sources, model, created_at)
  values (p_tenant, v_id, v_at - 1, 'user', p_question, '[]', null, v_now),
    (p_tenant, v_id, v_at, 'assistant', p_answer->>'content', v_sources, left(p_answer->>'model', 100),
      v_now);
  return v_id;
end $$;
comment on function app.ai_converse is
  'Writes a question and its answer into a conversation, a new one if p_id is null; returns its id, or null where it is gone or full';
