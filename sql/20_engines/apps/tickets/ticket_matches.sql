create or replace function app.ticket_matches(p_ticket app.tickets, args jsonb)
returns boolean
language sql immutable as $$
  select (not args ? 'tenant_id' or p_ticket.tenant_id = args->>'tenant_id')
    and (not args ? 'status' or p_ticket.status = args->>'status')
    and (not args ? 'priority' or p_ticket.priority = args->>'priority')
    and (not args ? 'assignee' or p_ticket.assignee is not distinct from args->>'assignee')
$$;
comment on function app.ticket_matches is 'Whether a ticket is one of those that the operator asks for {tenant_id, status, priority, assignee}';
