create or replace function api.branding_verify_domain(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings app.tenant_settings := app.settings_lock(tenant);
  v_domain text := v_settings.branding->>'custom_domain';
begin
  if app.branding_json(v_settings)->'custom_domain_dns'
    is distinct from args->'made'->'custom_domain_dns' then
    perform app.fail(409, 'CONFLICT',
      'The domain was changed while its TXT record was being looked up. Repeat the request.');
  end if;
  if args->'made' @> '{"is_found":true}' then
    if not app.host_directory(tenant, v_domain) then
      perform app.taken('domain', v_domain, 'tenant');
    end if;
    perform app.short_urls_take(tenant, v_domain);
    return app.branding_save(v_settings, '{"custom_domain_status":"verified"}');
  end if;
  perform app.host_directory(tenant, null);
  return app.branding_save(v_settings, '{"custom_domain_status":"failed"}');
end $$;
comment on function api.branding_verify_domain is
  'Records whether the TXT record of the custom domain was found';
