create or replace function platform.platform_settings_get(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.installation_json(app.installation());
end $$;
comment on function platform.platform_settings_get is 'Returns the settings of the installation';
