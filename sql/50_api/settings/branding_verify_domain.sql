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
    insert into app.tenant_hosts (host, tenant_id) values (v_domain, tenant)
    on conflict do nothing;
    if not exists (
      select 1 from app.tenant_hosts h where h.tenant_id = tenant and h.host = v_domain) then
      perform app.taken('domain', v_domain, 'tenant');
    end if;
    return app.branding_save(v_settings, '{"custom_domain_status":"verified"}');
  end if;
  delete from app.tenant_hosts h where h.tenant_id = tenant;
  return app.branding_save(v_settings, '{"custom_domain_status":"failed"}');
end $$;
comment on function api.branding_verify_domain is
  'Verify the custom domain by its TXT record in the DNS';
