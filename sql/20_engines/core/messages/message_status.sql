create or replace function app.message_status(p_message app.messages)
returns text
language sql stable as $$
  select case
    when p_message.status <> 'queued' then p_message.status
    when p_message.attempts > 0 and p_message.error is null then 'sending'
    when p_message.attempts = 0 and p_message.scheduled_at > clock_timestamp() then 'scheduled'
    else 'queued' end
$$;
comment on function app.message_status is
  'The state of a message as people read it: of those that are queued, it tells apart the ones that are being sent and the '
  'ones whose time is still to come';
