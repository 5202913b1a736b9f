create or replace function app.ticket_lock(p_tenant text, p_id text)
returns app.tickets
language plpgsql volatile as $$
declare v_ticket app.tickets;
begin
  select * into v_ticket from app.tickets t
  where t.tenant_id = p_tenant and t.id = p_id for update;
  if not found then perform app.not_found('ticket', p_id); end if;
  return v_ticket;
end $$;
comment on function app.ticket_lock is 'A ticket of the tenant, locked, or 404';
