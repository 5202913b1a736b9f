create or replace function api.ticket_message_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.ticket_shown(app.ticket_answer(app.ticket_lock(tenant, args->>'ticket_id'),
    args->>'body', args->'attachments'));
end $$;
comment on function api.ticket_message_create is 'Answer in a ticket';
