create or replace function app.ticket_shown_to_operator(p_ticket app.tickets)
returns json
language plpgsql stable as $$
declare
  v_messages app.ticket_messages[] := array(
    select row(m.*)::app.ticket_messages from app.ticket_messages m
    where m.tenant_id = p_ticket.tenant_id and m.ticket_id = p_ticket.id);
  v_notes app.ticket_notes[] := array(
    select row(n.*)::app.ticket_notes from app.ticket_notes n
    where n.tenant_id = p_ticket.tenant_id and n.ticket_id = p_ticket.id);
begin
  return app.ticket_json(p_ticket, app.ticket_requester_email(p_ticket), (
      select json_agg(x.shown order by x.created_at, x.id)
      from (
        select m.id, m.created_at, app.ticket_message_json(m) as shown from unnest(v_messages) m
        union all
        select n.id, n.created_at, app.ticket_note_json(n) from unnest(v_notes) n) x),
    (select max(n.created_at) from unnest(v_notes) n));
end $$;
comment on function app.ticket_shown_to_operator is 'A ticket with its messages and internal notes in the order they were written';
