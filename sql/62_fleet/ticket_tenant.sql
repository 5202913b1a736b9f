create or replace function auth.ticket_tenant(p_id text)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select t.tenant_id from app.tickets t where t.id = p_id);
end $$;
comment on function auth.ticket_tenant is
  'Returns the tenant of a ticket, for the operator, who only knows the ticket''s id; null for '
  'none. As its owner, like auth.tickets_shown';
