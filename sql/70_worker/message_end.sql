create or replace function worker.message_end(
  p_tenant text, p_id text, p_attempts integer, p_status text, p_content jsonb, p_error text)
returns boolean
language plpgsql volatile as $$
declare
  -- How long to wait after each failed attempt; after the last one it has failed for good.
  v_pauses constant interval[] := '{10 s,1 min,5 min,30 min}';
  v_status text := case when p_status = 'retry' and p_attempts > cardinality(v_pauses)
    then 'failed' else p_status end;
  v_now timestamptz := clock_timestamp();
  v_due timestamptz := v_now + v_pauses[p_attempts];
  v_message app.messages;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  -- Of another attempt than this one: it was too slow, and another worker has it.
  update app.messages m set error = p_error, subject = coalesce(p_content->>'subject', m.subject),
    status = case when v_status = 'retry' then 'queued' else v_status end,
    due_at = case when v_status = 'retry' then v_due else m.due_at end,
    sent_at = case when v_status = 'sent' then v_now end,
    variables = case when v_status in ('sent', 'suppressed') then '{}' else m.variables end,
    text = case when v_status = 'stored' then p_content->>'text' end,
    html = case when v_status = 'stored' then p_content->>'html' end,
    events = m.events || app.message_event(
      case when v_status = 'retry' then 'deferred' else v_status end, v_now, p_error)
  where m.tenant_id = p_tenant and m.id = p_id and m.status = 'queued'
    and m.attempts = p_attempts
  returning * into v_message;
  if not found then return false; end if;
  if v_status in ('sent', 'suppressed') then
    delete from app.message_attachments a where a.tenant_id = p_tenant and a.message_id = p_id;
  end if;
  if v_status in ('sent', 'failed', 'suppressed') then
    -- As deep as what has sent it: who answers a mail with a mail comes to an end.
    v_done := app.act_as(jsonb_build_object('type', 'system', 'id', 'worker',
      'causation_depth', v_message.causation_depth, 'root', v_message.root,
      'uncounted', true));
    v_done := app.journal_write(p_tenant, v_message.channel || '.' || v_status, v_message.channel,
      p_id, app.message_json(v_message));
  end if;
  if v_status = 'failed' then
    -- A tenant's template may put a code into the subject.
    perform app.dead_letter_add(p_tenant, 'email', v_message.template, p_id, v_message.channel,
      app.message_json(v_message)::jsonb - 'subject', p_error, p_attempts, cardinality(v_pauses) + 1);
  elsif v_status in ('sent', 'stored', 'suppressed') then
    perform app.dead_letter_settle(p_tenant, 'email', p_id);
  end if;
  return true;
end $$;
comment on function worker.message_end is
  'Records the result of an attempt to send a message: sent, stored (there was nowhere to send '
  'it), suppressed (every recipient is, by now), failed, or retry, which is tried again later, '
  'five times in all. What was sent loses what it said; what has failed is a dead letter from then '
  'on, that can be sent after all; false when the message has gone on without this attempt';
