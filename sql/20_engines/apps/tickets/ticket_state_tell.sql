create or replace function app.ticket_state_tell(p_old app.tickets, p_new app.tickets)
returns void
language plpgsql volatile as $$
begin
  if p_new.status = p_old.status or p_new.status not in ('solved', 'closed') then return; end if;
  perform app.ticket_tell(p_new, case p_new.status when 'solved' then 'Ticket #%1$s is solved: %2$s'
      else 'Ticket #%1$s is closed: %2$s' end,
    case p_new.status when 'solved' then 'If it is not, answer in the ticket: that opens it again.' end);
end $$;
comment on function app.ticket_state_tell is 'Tells the requester of a ticket that it has been solved or closed, if it now is';
