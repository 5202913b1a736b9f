create or replace function auth.dead_letter_tenants(p_id text)
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select d.tenant_id from app.dead_letters d where d.id = p_id limit 2);
end $$;
comment on function auth.dead_letter_tenants is
  'Returns up to two tenants that have a dead letter of this id, for the operator, who may only know the id: a tenant that was '
  'made from a snapshot has the ids of the other. As its owner, like auth.ticket_tenant';
