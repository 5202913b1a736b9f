create or replace function platform.owner_ticket_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.tickets_shown(args);
end $$;
comment on function platform.owner_ticket_list is 'List the tickets of all tenants, newest first';
