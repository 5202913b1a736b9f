create or replace function platform.platform_health_get(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.installation_health();
end $$;
comment on function platform.platform_health_get is 'Returns what the health of the installation is judged by';
