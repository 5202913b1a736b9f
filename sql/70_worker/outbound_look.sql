create or replace function worker.outbound_look(p_since timestamptz)
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.outbound_look(p_since);
end $$;
comment on function worker.outbound_look is 'Whether anything may leave the installation, and its tenants: app.outbound_look';
