create or replace function platform.owner_ticket_tenant(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_tenant text;
begin
  if not args ? 'ticket_id' then
    select t.tenant_id into v_tenant from app.tenants t
    where t.tenant_id = args->>'tenant_id' and t.status not in ('deleted', 'provisioning');
    if not found then perform app.not_found('tenant', args->>'tenant_id'); end if;
  else
    v_tenant := auth.ticket_tenant(args->>'ticket_id');
    if v_tenant is null then perform app.not_found('ticket', args->>'ticket_id'); end if;
  end if;
  return json_build_object('tenant_id', v_tenant);
end $$;
comment on function platform.owner_ticket_tenant is
  'The tenant that a call of the operator is about: of the ticket that it names, or the one that gets a ticket; 404';
