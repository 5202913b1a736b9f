create or replace function api.ticket_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.ticket_shown(app.ticket_find(tenant, args->>'ticket_id'));
end $$;
comment on function api.ticket_get is 'Get a ticket with its messages';
