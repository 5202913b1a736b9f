create or replace function app.installation()
returns app.installation_settings
language plpgsql stable as $$
declare v_settings app.installation_settings;
begin
  select * into v_settings from app.installation_settings s;
  return v_settings;
end $$;
comment on function app.installation is 'The settings of the whole installation';
