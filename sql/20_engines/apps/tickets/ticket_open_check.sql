create or replace function app.ticket_open_check(p_ticket app.tickets)
returns void
language plpgsql immutable as $$
begin
  if p_ticket.status = 'closed' then
    perform app.fail(409, 'INVALID_STATE', 'This ticket is closed. Open a new one.');
  end if;
end $$;
comment on function app.ticket_open_check is 'Refuses with 409 what changes a ticket that is closed';
