create or replace function app.installation_lock()
returns app.installation_settings
language plpgsql volatile as $$
declare v_settings app.installation_settings;
begin
  select * into v_settings from app.installation_settings s for update;
  return v_settings;
end $$;
comment on function app.installation_lock is 'The settings of the whole installation, locked';
