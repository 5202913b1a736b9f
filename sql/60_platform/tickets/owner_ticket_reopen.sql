create or replace function platform.owner_ticket_reopen(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tickets := app.ticket_lock(args->>'tenant_id', args->>'ticket_id');
  v_new app.tickets;
begin
  if v_old.status not in ('solved', 'closed') then
    perform app.fail(409, 'INVALID_STATE',
      format('This ticket is %s: only one that is solved or closed can be reopened.', v_old.status));
  end if;
  v_new := app.ticket_save(v_old, app.ticket_merge(v_old, '{"status": "open"}'), 'ticket.updated');
  return app.ticket_shown_to_operator(v_new);
end $$;
comment on function platform.owner_ticket_reopen is 'Reopen a ticket that is solved or closed';
