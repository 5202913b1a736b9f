create or replace function platform.owner_ticket_create(args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.tickets := app.ticket_open(args->>'tenant_id', args);
begin
  perform app.ticket_tell(v_new, 'Ticket #%1$s: %2$s', args->>'body');
  return app.ticket_shown_to_operator(v_new);
end $$;
comment on function platform.owner_ticket_create is 'Open a ticket for a tenant';
