create or replace function gateway.slugs_look(p_since timestamptz)
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.slugs_look(p_since);
end $$;
comment on function gateway.slugs_look is 'The slugs of active tenants, for a process to keep in memory: app.slugs_look';
