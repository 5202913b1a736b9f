create or replace function app.ticket_touched(p_ticket app.tickets)
returns timestamptz
language plpgsql stable as $$
begin
  return greatest(p_ticket.updated_at, (
    select max(n.created_at) from app.ticket_notes n
    where n.tenant_id = p_ticket.tenant_id and n.ticket_id = p_ticket.id));
end $$;
comment on function app.ticket_touched is
  'Returns when a ticket last changed for the operator, who also sees internal notes: the '
  'updated_at in their ETag';
