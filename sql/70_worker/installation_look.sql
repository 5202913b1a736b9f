create or replace function worker.installation_look()
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.installation_look();
end $$;
comment on function worker.installation_look is 'The settings of the installation that a process keeps in memory: app.installation_look';
