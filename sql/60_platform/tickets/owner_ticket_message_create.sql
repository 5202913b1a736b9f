create or replace function platform.owner_ticket_message_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tickets := app.ticket_lock(args->>'tenant_id', args->>'ticket_id');
  v_new app.tickets;
  v_message app.ticket_messages;
  v_done text;
begin
  if (args->>'is_internal')::boolean then
    if jsonb_array_length(args->'attachments') > 0 then
      perform app.invalid('attachments', 'not_here', 'cannot be combined with an internal note');
    end if;
    perform app.ticket_note_add(v_old, args->>'body');
    return app.ticket_shown_to_operator(v_old);
  end if;
  v_done := app.ticket_open_check(v_old);
  v_message := app.ticket_message_add(v_old, args->>'body',
    app.ticket_attachments_of_operator(v_old, args->'attachments'));
  v_new := app.ticket_merge(v_old, '{"status": "pending"}');
  v_new.first_response_at := coalesce(v_old.first_response_at, v_message.created_at);
  v_new := app.ticket_save(v_old, v_new, 'ticket.replied', v_message);
  perform app.ticket_tell(v_new, 'Answer to ticket #%1$s: %2$s', v_message.body);
  return app.ticket_shown_to_operator(v_new);
end $$;
comment on function platform.owner_ticket_message_create is
  'Reply to a ticket, or add an internal note';
