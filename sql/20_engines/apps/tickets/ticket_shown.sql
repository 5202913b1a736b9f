create or replace function app.ticket_shown(p_ticket app.tickets)
returns json
language plpgsql stable as $$
declare v_sight jsonb := app.file_sight(p_ticket.tenant_id);
begin
  return app.ticket_json(p_ticket, app.ticket_requester_email(p_ticket), (
    -- Kept apart, so that the JSON is an expression over a column, and no statement for each message.
    select json_agg(app.ticket_message_json(s.message) order by s.id)
    from (
      select m.id, app.ticket_message_shown(v_sight, row(m.*)::app.ticket_messages) as message
      from app.ticket_messages m
      where m.tenant_id = p_ticket.tenant_id and m.ticket_id = p_ticket.id offset 0) s));
end $$;
comment on function app.ticket_shown is 
  'A ticket with its messages, as its tenant sees it: without internal notes, and without attachments that the caller '
  'does not see';
