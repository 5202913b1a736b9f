create or replace function app.ticket_open(p_tenant text, args jsonb)
returns app.tickets
language plpgsql volatile as $$
declare
  v_author jsonb := app.author();
  v_attachments jsonb := app.ticket_attachments(p_tenant, args->'attachments');
  v_number bigint := app.ticket_number_take(p_tenant);
  v_now timestamptz := clock_timestamp();
  v_new app.tickets;
  v_message app.ticket_messages;
  v_done text;
begin
  insert into app.tickets (tenant_id, id, number, subject, priority, category, requester_type,
    requester_id, assignee, first_response_due_at, created_at, updated_at)
  values (p_tenant, app.new_id('tkt'), v_number, args->>'subject', args->>'priority',
    args->>'category', v_author->>'type', v_author->>'id', args->>'assignee',
    app.ticket_due(args->>'priority', v_now), v_now, v_now)
  returning * into v_new;
  v_message := app.ticket_message_add(v_new, args->>'body', v_attachments);
  v_done := app.journal_ticket('ticket.created', v_new, null, v_message);
  return v_new;
end $$;
comment on function app.ticket_open is
  'Opens a ticket {subject, body, priority, category?, assignee?, attachments?} in the name of the caller';
