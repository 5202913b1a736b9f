create or replace function app.ticket_answer(
  p_ticket app.tickets, p_body text, p_attachments jsonb, p_mail_id text default null)
returns app.tickets
language plpgsql volatile as $$
declare
  v_message app.ticket_messages;
  v_done text;
begin
  v_done := app.ticket_open_check(p_ticket);
  v_message := app.ticket_message_add(p_ticket, p_body,
    app.ticket_attachments(p_ticket.tenant_id, p_attachments), p_mail_id);
  return app.ticket_save(p_ticket, app.ticket_merge(p_ticket, '{"status": "open"}'), 'ticket.replied',
    v_message);
end $$;
comment on function app.ticket_answer is
  'Adds the tenant''s answer to a ticket that is locked, which opens it again. p_mail_id: of the mail that it came by';
