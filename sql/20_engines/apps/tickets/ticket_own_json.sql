create or replace function app.ticket_own_json(p_ticket app.tickets)
returns jsonb
language plpgsql stable as $$
begin
  return jsonb_build_object('id', p_ticket.id, 'number', p_ticket.number, 'subject', p_ticket.subject,
    'status', p_ticket.status, 'created_at', p_ticket.created_at, 'messages', (
      select json_agg(jsonb_build_object('author', m.author, 'body', m.body,
        'created_at', m.created_at) order by m.id)::jsonb
      from app.ticket_messages m
      where m.tenant_id = p_ticket.tenant_id and m.ticket_id = p_ticket.id));
end $$;
comment on function app.ticket_own_json is 'A ticket with its messages, in the export of a user''s data';
