create or replace function app.ticket_json(
  p_ticket app.tickets, p_email text, p_messages json default null, p_noted_at timestamptz default null)
returns json
language sql stable as $$
  select json_build_object('id', p_ticket.id, 'number', p_ticket.number,
    'tenant_id', p_ticket.tenant_id, 'subject', p_ticket.subject, 'status', p_ticket.status,
    'priority', p_ticket.priority, 'category', p_ticket.category,
    'requester', json_build_object('type', p_ticket.requester_type, 'id', p_ticket.requester_id,
      'email', p_email),
    'assignee', p_ticket.assignee, 'messages', p_messages,
    'first_response_at', p_ticket.first_response_at,
    'first_response_due_at', p_ticket.first_response_due_at, 'solved_at', p_ticket.solved_at,
    'created_at', p_ticket.created_at,
    'updated_at', greatest(p_ticket.updated_at, p_noted_at))
$$;
comment on function app.ticket_json is
  'Returns a ticket as the API shows it. p_messages: null in lists and in the journal; '
  'p_noted_at: time of the last internal note, only for the operator';
