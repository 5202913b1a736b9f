create or replace function app.ticket_note_add(p_ticket app.tickets, p_body text)
returns void
language plpgsql volatile as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_now timestamptz := clock_timestamp();
begin
  select count(*) into v_count from app.ticket_notes n
  where n.tenant_id = p_ticket.tenant_id and n.ticket_id = p_ticket.id;
  if v_count >= v_most then
    perform app.fail(409, 'INVALID_STATE', format('This ticket has reached the limit of %s internal notes.', v_most));
  end if;
  insert into app.ticket_notes (tenant_id, ticket_id, id, body, created_at)
  values (p_ticket.tenant_id, p_ticket.id, app.new_id('tmsg'), p_body, v_now);
end $$;
comment on function app.ticket_note_add is
  'Adds an internal note to a ticket. Nothing else changes, so that its tenant sees nothing of it: neither the ticket, nor the journal';
