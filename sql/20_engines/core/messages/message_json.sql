create or replace function app.message_json(p_message app.messages)
returns json
language sql stable as $$
  select json_build_object('id', p_message.id, 'channel', p_message.channel,
    'to', p_message.recipient, 'template', p_message.template, 'subject', p_message.subject,
    'status', app.message_status(p_message), 'attempts', p_message.attempts,
    'error', p_message.error, 'user_id', p_message.user_id, 'created_at', p_message.created_at,
    'sent_at', p_message.sent_at)
$$;
comment on function app.message_json is
  'A message as the log of messages shows it: never its variables, which may hold a token. `to` is its first recipient';
