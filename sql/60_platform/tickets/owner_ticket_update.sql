create or replace function platform.owner_ticket_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tickets := app.ticket_lock(args->>'tenant_id', args->>'ticket_id');
  v_new app.tickets;
  v_done text;
begin
  v_done := app.unchanged_check(app.ticket_touched(v_old), args);
  if v_old.status = 'closed' and coalesce(args->>'status', 'closed') <> 'closed' then
    perform app.fail(409, 'INVALID_STATE', 'This ticket is closed. Reopen it first.');
  end if;
  v_new := app.ticket_merge(v_old, args);
  if v_new = v_old then return app.ticket_shown_to_operator(v_old); end if;
  v_new := app.ticket_save(v_old, v_new, 'ticket.updated');
  perform app.ticket_state_tell(v_old, v_new);
  return app.ticket_shown_to_operator(v_new);
end $$;
comment on function platform.owner_ticket_update is 'Change a ticket';
