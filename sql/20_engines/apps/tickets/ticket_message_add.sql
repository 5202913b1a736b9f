create or replace function app.ticket_message_add(
  p_ticket app.tickets, p_body text, p_attachments jsonb, p_mail_id text default null)
returns app.ticket_messages
language plpgsql volatile as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_author jsonb := app.author();
  v_now timestamptz := clock_timestamp();
  v_message app.ticket_messages;
begin
  select count(*) into v_count from app.ticket_messages m
  where m.tenant_id = p_ticket.tenant_id and m.ticket_id = p_ticket.id;
  if v_count >= v_most then
    perform app.fail(409, 'INVALID_STATE',
      format('This ticket has reached the limit of %s messages. Open a new one.', v_most));
  end if;
  insert into app.ticket_messages (tenant_id, ticket_id, id, author, body, attachments, created_at,
    mail_id)
  values (p_ticket.tenant_id, p_ticket.id, app.new_id('tmsg'), v_author, p_body, p_attachments, v_now,
    p_mail_id)
  returning * into v_message;
  return v_message;
end $$;
comment on function app.ticket_message_add is 'Adds a message of the caller to a ticket that is locked; 409 where it holds 1,000';
