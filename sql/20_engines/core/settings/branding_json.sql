create or replace function app.branding_json(p_settings app.tenant_settings)
returns jsonb
language sql stable as $$
  select '{"brand_name": null, "logo_url": null, "favicon_url": null, "primary_color": null,
    "footer_text": null, "custom_css": null, "custom_domain": null, "custom_domain_status": null,
    "custom_domain_dns": null, "updated_at": null}'::jsonb
    || coalesce(p_settings.branding - 'custom_domain_token', '{}')
    || case when p_settings.branding ? 'custom_domain' then jsonb_build_object(
      'custom_domain_dns', jsonb_build_object('type', 'TXT',
        'name', '_insula.' || (p_settings.branding->>'custom_domain'),
        'value', 'insula-verification=' || (p_settings.branding->>'custom_domain_token')))
    else '{}' end
$$;
comment on function app.branding_json is 'The branding of a tenant as the API shows it';
