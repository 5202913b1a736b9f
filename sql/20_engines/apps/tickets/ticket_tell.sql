create or replace function app.ticket_tell(p_ticket app.tickets, p_title text, p_body text)
returns void
language plpgsql volatile as $$
declare
  v_users text[] := case when p_ticket.requester_type = 'user' then array[p_ticket.requester_id] end;
begin
  if v_users is null then
    v_users := array(select u.id from app.users u
      where u.tenant_id = p_ticket.tenant_id and u.role in ('owner', 'admin') order by u.id limit 100);
  end if;
  perform app.notify(p_ticket.tenant_id, v_users, 'ticket',
    format(p_title, p_ticket.number, p_ticket.subject), p_body,
    jsonb_build_object('ticket_id', p_ticket.id, 'number', p_ticket.number, 'status', p_ticket.status),
    '{in_app,email}');
end $$;
comment on function app.ticket_tell is
  'Tells the user who opened a ticket, in the application and by mail, as far as they want to know: category ticket. Of one that '
  'a key or the operator has opened, owners and admins. p_title: with %1$s for the number and %2$s for the subject';
