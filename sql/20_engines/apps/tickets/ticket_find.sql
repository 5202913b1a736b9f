create or replace function app.ticket_find(p_tenant text, p_id text)
returns app.tickets
language plpgsql stable as $$
declare v_ticket app.tickets;
begin
  select * into v_ticket from app.tickets t where t.tenant_id = p_tenant and t.id = p_id;
  if not found then perform app.not_found('ticket', p_id); end if;
  return v_ticket;
end $$;
comment on function app.ticket_find is 'A ticket of the tenant, or 404';
