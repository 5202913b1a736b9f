create or replace function app.journal_ticket(
  p_event text, p_new app.tickets, p_old app.tickets default null,
  p_message app.ticket_messages default null)
returns void
language plpgsql volatile as $$
declare
  v_email text := app.ticket_requester_email(p_new);
  v_done text;
begin
  v_done := app.journal_write(p_new.tenant_id, p_event, 'ticket', p_new.id,
    app.ticket_json(p_new, v_email,
      case when p_message.id is not null then json_build_array(app.ticket_message_json(p_message)) end),
    case when p_old.id is not null then app.ticket_json(p_old, v_email) end);
end $$;
comment on function app.journal_ticket is
  'A row of the journal of the tenant for what became of a ticket: with the message that was added, never with internal notes';
