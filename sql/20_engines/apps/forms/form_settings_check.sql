create or replace function app.form_settings_check(p_form app.forms)
returns app.forms
language plpgsql stable as $$
declare
  v_settings jsonb := app.form_settings(p_form);
  v_redirect text := v_settings->>'redirect_url';
  v_dedupe text := v_settings->>'dedupe_on';
begin
  if v_redirect is not null and app.redirect_parts(p_form.tenant_id, v_redirect) = '{}' then
    perform app.fail(400, 'INVALID_REDIRECT', 'settings.redirect_url must be site_url, a URL below it, or an '
      'entry of redirect_allow_list in /v1/auth-config.', null, 'settings.redirect_url');
  elsif (v_settings->>'opens_at')::timestamptz >= (v_settings->>'closes_at')::timestamptz then
    perform app.invalid('settings.closes_at', 'too_early', 'must be later than opens_at');
  elsif v_settings @> '{"captcha": true}'
    and app.auth_config(p_form.tenant_id) #>> '{captcha,provider}' is null then
    perform app.invalid('settings.captcha', 'no_captcha',
      'needs a captcha of the tenant: set captcha in /v1/auth-config first');
  elsif p_form.fields @> jsonb_build_array(jsonb_build_object('name', v_settings->>'honeypot')) then
    perform app.invalid('settings.honeypot', 'taken', 'must not be the name of a field');
  end if;
  if v_dedupe is not null then
    -- A field stands for its property.
    v_dedupe := coalesce(jsonb_path_query_first(p_form.fields, '$[*] ? (@.name == $name).property',
      jsonb_build_object('name', v_dedupe)) #>> '{}', v_dedupe);
    if not p_form.fields @> jsonb_build_array(jsonb_build_object('property', v_dedupe)) then
      perform app.invalid('settings.dedupe_on', 'unknown_field',
        'must be a property that a field of the form fills in');
    end if;
    p_form.settings := p_form.settings || jsonb_build_object('dedupe_on', v_dedupe);
  end if;
  return p_form;
end $$;
comment on function app.form_settings_check is
  'A form with settings that go together with its fields and with what the tenant allows, otherwise 400';
