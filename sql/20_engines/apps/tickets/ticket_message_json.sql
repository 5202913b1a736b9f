create or replace function app.ticket_message_json(p_message app.ticket_messages)
returns json
language sql stable as $$
  select json_build_object('id', p_message.id, 'author', p_message.author, 'body', p_message.body,
    'is_internal', false, 'attachments', p_message.attachments, 'created_at', p_message.created_at)
$$;
comment on function app.ticket_message_json is 'A message of a ticket as the API shows it';
