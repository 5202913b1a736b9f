create or replace function api.ticket_message_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tickets := app.ticket_lock(tenant, args->>'ticket_id');
  v_message app.ticket_messages;
  v_new app.tickets;
begin
  perform app.ticket_open_check(v_old);
  v_message := app.ticket_message_add(v_old, args->>'body',
    app.ticket_attachments(tenant, args->'attachments'));
  v_new := app.ticket_save(v_old,
    app.ticket_merge(v_old, '{"status": "open"}'), 'ticket.replied', v_message);
  return app.ticket_shown(v_new);
end $$;
comment on function api.ticket_message_create is 'Answer in a ticket';
