create or replace function api.ticket_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.tickets := app.ticket_open(tenant, args);
begin
  return app.ticket_shown(v_new);
end $$;
comment on function api.ticket_create is 'Open a support ticket';
