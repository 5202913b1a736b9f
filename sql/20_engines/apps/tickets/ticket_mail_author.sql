create or replace function app.ticket_mail_author(p_tenant text, p_number bigint, p_from text)
returns app.tickets
language plpgsql volatile as $$
declare
  v_ticket app.tickets;
  v_by jsonb := app.principal();
  v_principal jsonb;
  v_done text;
begin
  select * into v_ticket from app.tickets t
  where t.tenant_id = p_tenant and t.number = p_number for update;
  if not found then perform app.not_found('ticket', p_number::text); end if;
  select app.party(p_tenant, jsonb_build_object('type', 'user', 'id', u.id)) into v_principal
  from app.users u where u.tenant_id = p_tenant and u.email = p_from;
  if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
  v_done := app.act_as(v_principal || jsonb_strip_nulls(jsonb_build_object(
    'by', '{"type":"mail","id":"tickets"}'::jsonb, 'request_id', v_by->'request_id',
    'ip', v_by->'ip', 'user_agent', v_by->'user_agent', 'root', v_by->'root')));
  perform app.act_check('*', 'tickets:manage');
  v_done := app.ticket_open_check(v_ticket);
  return v_ticket;
end $$;
comment on function app.ticket_mail_author is
  'A ticket by its number, locked, for the user who answers it by mail; what follows in this transaction is done as that '
  'user, with the rights they have now. 404, 403, and 409 where it is closed';
