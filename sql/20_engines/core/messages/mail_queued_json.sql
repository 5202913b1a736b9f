create or replace function app.mail_queued_json(p_message app.messages)
returns json
language sql stable as $$
  select json_build_object('email_id', p_message.id, 'id', p_message.id,
    'status', app.message_status(p_message), 'to', p_message.mail->'to',
    'scheduled_at', p_message.scheduled_at, 'created_at', p_message.created_at)
$$;
comment on function app.mail_queued_json is 'A mail as those who have just sent it see it';
