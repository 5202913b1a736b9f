create or replace function platform.owner_ticket_close(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tickets := app.ticket_lock(args->>'tenant_id', args->>'ticket_id');
  v_new app.tickets;
begin
  if v_old.status = 'closed' then
    perform app.fail(409, 'INVALID_STATE', 'This ticket is already closed.');
  end if;
  v_new := app.ticket_save(v_old, app.ticket_merge(v_old, '{"status": "closed"}'), 'ticket.updated');
  perform app.ticket_state_tell(v_old, v_new);
  return app.ticket_shown_to_operator(v_new);
end $$;
comment on function platform.owner_ticket_close is 'Close a ticket';
