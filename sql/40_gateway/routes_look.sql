create or replace function gateway.routes_look(p_stamp text)
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.routes_look(p_stamp);
end $$;
comment on function gateway.routes_look is 'The hosts and prefixes that lead to tenants, for a process to keep in memory: app.routes_look';
