create or replace function platform.owner_ticket_get(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.ticket_shown_to_operator(
    app.ticket_find(args->>'tenant_id', args->>'ticket_id'));
end $$;
comment on function platform.owner_ticket_get is 'Get a ticket with its messages and internal notes';
