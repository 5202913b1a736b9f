create or replace function app.ticket_requester_email(p_ticket app.tickets)
returns text
language plpgsql stable as $$
begin
  if p_ticket.requester_type <> 'user' then return null; end if;
  return (select u.email from app.users u
    where u.tenant_id = p_ticket.tenant_id and u.id = p_ticket.requester_id);
end $$;
comment on function app.ticket_requester_email is
  'The address of the user who opened a ticket, as it is now; null of a key, or of a user who is gone';
