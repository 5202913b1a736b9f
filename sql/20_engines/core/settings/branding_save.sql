create or replace function app.branding_save(p_settings app.tenant_settings, p_changes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings app.tenant_settings := p_settings;
  v_before jsonb := app.branding_json(p_settings);
  v_after jsonb;
  v_changed text[];
begin
  v_settings.branding := jsonb_strip_nulls(v_settings.branding || p_changes);
  v_changed := app.jsonb_differing(v_before, app.branding_json(v_settings));
  if v_settings.branding = p_settings.branding then return v_before::json; end if;
  v_settings.branding := v_settings.branding
    || jsonb_build_object('updated_at', app.utc(clock_timestamp()));
  v_after := app.branding_json(v_settings);
  perform app.settings_save(v_settings, 'branding.updated', v_before, v_after, v_changed);
  return v_after::json;
end $$;
comment on function app.branding_save is
  'Changes the branding of a tenant whose settings the caller has locked, and journals it';
