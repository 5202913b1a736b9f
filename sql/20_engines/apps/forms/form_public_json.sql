create or replace function app.form_public_json(p_form app.forms)
returns json
language plpgsql stable as $$
declare
  v_tenant text := p_form.tenant_id;
  v_settings jsonb := app.form_settings(p_form);
  v_branding jsonb := app.branding_json(app.settings_find(v_tenant));
  v_name text;
begin
  select t.name into v_name from app.tenants t where t.tenant_id = v_tenant;
  return json_build_object('id', p_form.id, 'name', p_form.name,
    'fields', (
      select coalesce(json_agg(f - 'property' order by n)::jsonb, '[]')
      from jsonb_array_elements(p_form.fields) with ordinality x(f, n)),
    'settings', jsonb_build_object('captcha_config', case
        when v_settings @> '{"captcha": true}' then (
          select jsonb_build_object('provider', c->'provider', 'site_key', c->'site_key')
          from (select app.auth_config(v_tenant)->'captcha') x(c)) end)
      || v_settings - '{notify_emails,max_submissions,create_object,dedupe_on,redirect_url}'::text[],
    'branding', v_branding - '{custom_domain_status,custom_domain_dns,updated_at}'::text[]
      || jsonb_build_object('brand_name', coalesce(v_branding->>'brand_name', v_name)));
end $$;
comment on function app.form_public_json is
  'A form as anyone may see it: nothing of where its submissions go and who hears of them';
