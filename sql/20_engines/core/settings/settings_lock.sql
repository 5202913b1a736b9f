create or replace function app.settings_lock(p_tenant text)
returns app.tenant_settings
language plpgsql volatile as $$
declare v_settings app.tenant_settings;
begin
  insert into app.tenant_settings (tenant_id) values (p_tenant) on conflict do nothing;
  select * into v_settings from app.tenant_settings s where s.tenant_id = p_tenant for update;
  return v_settings;
end $$;
comment on function app.settings_lock is 'The settings of a tenant to change, locked';
