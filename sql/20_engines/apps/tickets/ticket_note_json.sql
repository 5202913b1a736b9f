create or replace function app.ticket_note_json(p_note app.ticket_notes)
returns json
language sql stable as $$
  select json_build_object('id', p_note.id,
    'author', json_build_object('type', 'platform', 'id', 'platform'), 'body', p_note.body,
    'is_internal', true, 'attachments', json_build_array(), 'created_at', p_note.created_at)
$$;
comment on function app.ticket_note_json is 'An internal note as the operator sees it, among the messages of a ticket';
