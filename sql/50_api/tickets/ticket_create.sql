create or replace function api.ticket_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.ticket_shown(app.ticket_open(tenant, args));
end $$;
comment on function api.ticket_create is 'Ask the operator of this server';
