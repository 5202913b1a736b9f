create or replace function app.settings_find(p_tenant text)
returns app.tenant_settings
language plpgsql stable as $$
declare v_settings app.tenant_settings;
begin
  select * into v_settings from app.tenant_settings s where s.tenant_id = p_tenant;
  v_settings.tenant_id := p_tenant;
  return v_settings;
end $$;
comment on function app.settings_find is
  'The settings of a tenant; its maps are null while there are none';
