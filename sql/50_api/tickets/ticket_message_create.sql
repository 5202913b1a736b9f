create or replace function api.ticket_message_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ticket app.tickets := app.ticket_lock(tenant, args->>'ticket_id');
begin
  v_ticket := app.ticket_answer(v_ticket, args->>'body', args->'attachments');
  return app.ticket_shown(v_ticket);
end $$;
comment on function api.ticket_message_create is 'Reply to a ticket';
